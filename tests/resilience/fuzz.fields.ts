import type { Random } from '../harness/seeded-random.ts';
import { ALL_HOSTILE_TEXTS, HOSTILE_TEXTS } from '../../server/test/hostile-texts.ts';
import { authorizationOf, honestBody, honestInPath, type Target } from '../../server/test/honest-calls.ts';
import type { Made, World } from './fuzz.environment.ts';

/** JSON values of every other type than the expected one. */
const VALUES = [
  'null true false 0 -1 -0 1e308 5e-324 1.5 9223372036854775808'.split(' '),
  ['""', '" "', '[]', '{}', '[[]]', '["a"]', '[null]', '{"a":1}', '{"$ne":null}', '{"length":1e9}', '{"toString":"a"}'],
  ['{"then":1}', '[{"__proto__":1}]', '{"constructor":{"prototype":{"a":1}}}'],
].flat();

/** Draws a value, as JSON. */
function fuzzedValue(random: Random): string {
  const texts = Object.values(HOSTILE_TEXTS);
  return (random.percent(25) ? random.of(VALUES) : JSON.stringify(random.of<string>(random.of(texts) ?? []))) ?? '""';
}

export const textOf = (random: Random): string => random.of(ALL_HOSTILE_TEXTS) ?? '';

/** Passwords are hashed, a twentieth of a second each: those calls are drawn less often. */
export const COSTLY =
  /token\/login|set_password|\/generate\/|regenerate|export|users\/me\/$|apercu|pieces-plans|cgv\/pdf|assessments|stripe\/create/;

export function targetOf(random: Random, world: World, chosen: (target: Target) => boolean): Target {
  for (;;) {
    const target = random.of(world.targets.filter(chosen));
    if (target === undefined) throw new Error('no such target');
    if (!COSTLY.test(target.route.url) || random.percent(6)) return target;
  }
}

/** The body of a call with one or two fields replaced. */
export function fuzzedField(random: Random, world: World): Made {
  const target = targetOf(random, world, ({ fields }) => fields.length > 0);
  const honest = Object.entries(honestBody(target)).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const fields = new Map([...honest, ...secretsAmong(target, random.percent(30) ? world.typedSecret : null)]);
  for (let turn = random.below(2); turn >= 0; turn -= 1)
    fields.set(random.of(target.fields) ?? '', fuzzedValue(random));
  if (random.percent(8)) fields.set(random.of(HOSTILE_TEXTS.name) ?? '', fuzzedValue(random));
  if (random.percent(5)) fields.delete(random.of(target.fields) ?? '');
  const pairs = [...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  // For a duplicate name, the last value wins, here as in most parsers.
  if (random.percent(8)) pairs.unshift(`${JSON.stringify(random.of(target.fields))}:${fuzzedValue(random)}`);
  if (random.percent(8)) pairs.push('"__proto__":{"is_staff":true,"accountId":1}');
  return { ...called(random, world, { target }), body: `{${pairs.join(',')}}` };
}

const SECRET_FIELDS = ['password', 're_password', 'current_password'];

function secretsAmong({ fields }: Target, secret: string | null): [name: string, json: string][] {
  if (secret === null) return [];
  return SECRET_FIELDS.filter((name) => fields.includes(name)).map((name) => [name, JSON.stringify(secret)]);
}

/** Parameters and query of a call, one of them replaced. */
export function fuzzedAddress(random: Random, world: World): Made {
  const target = targetOf(random, world, ({ route, query }) => query.length > 0 || route.url.includes(':'));
  const body = target.fields.length > 0 ? { body: JSON.stringify(honestBody(target)) } : {};
  return { ...called(random, world, { target, isHostile: true }), ...body };
}

export const credentials = (random: Random, { tokens, keys }: World): { token: string; key: string } => ({
  token: random.of(tokens) ?? '',
  key: random.of(keys) ?? '',
});

/** The call of an honest client, mostly with a session; `isHostile`: one value in its URL is replaced. */
export function called(random: Random, world: World, asked: { target: Target; isHostile?: boolean }): Made {
  const { route, query } = asked.target;
  const all = [...[...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name), ...query];
  const attacked = asked.isHostile === true ? all[random.below(all.length)] : undefined;
  const valueOf = (name: string): string =>
    name === attacked
      ? encoded(random, textOf(random))
      : encodeURIComponent(world.ownSecrets[name] ?? honestInPath(name, random.of(world.ownIds)));
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => valueOf(name));
  const pairs = query.map((name) => `${name}=${valueOf(name)}`);
  if (attacked !== undefined && random.percent(10)) {
    pairs.push(...pairs, `${encoded(random, textOf(random))}=1`, 'a[b][c]=1', '__proto__[a]=1');
  }
  const session = random.percent(85) ? { authorization: authorizationOf(route, credentials(random, world)) } : {};
  return {
    method: route.method,
    path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers: { ...session, 'content-type': 'application/json' },
  };
}

/** Encoded as by a browser, twice, or hardly. */
export function encoded(random: Random, text: string): string {
  const bytes = Buffer.from(text);
  const once = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  if (random.percent(60)) return once;
  if (random.percent(50)) return once.replaceAll('%', '%25');
  return bytes
    .toString('latin1')
    .replaceAll(/[^!-"$->@-~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
