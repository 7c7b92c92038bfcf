import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const roomy = createPasswords({ atOnce: 1, waiting: 100 });

it('a hash verifies its password only, and two hashes of one password differ', async () => {
  const [first, second] = await Promise.all([roomy.hash('Abcdef1!', 'here'), roomy.hash('Abcdef1!', 'here')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await roomy.verify('Abcdef1!', first, 'here')).toBe(true);
  expect(await roomy.verify('Abcdef1?', first, 'here')).toBe(false);
});

it('a hash of another cost verifies; a missing and an unusable one never do', async () => {
  // Made with m=8, t=1, of « password » by this program.
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$BbbKj4A4toOIetSRZTOFi0nLUgQBJsE09Mbp2HEbjAk';
  expect(await roomy.verify('password', cheap, 'here')).toBe(true);
  for (const phc of [null, 'none', '', '$argon2id$v=19$m=19456,t=2,p=1$$'])
    expect(await roomy.verify('password', phc, 'here')).toBe(false);
});

it('beyond the queue, the refusal is immediate and the others are served', async () => {
  const tight = createPasswords({ atOnce: 1, waiting: 2 });
  const flood = Array.from({ length: 8 }, () => tight.verify('Abcdef1!', null, 'here'));
  const results = await Promise.allSettled(flood);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3);
  expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
});

it('a network with many attempts → its attempts queue, then 429; others have the next turn', async () => {
  const passwords = createPasswords({ atOnce: 1, waiting: 50 });
  const ended: string[] = [];
  const attempt = (owner: string) => passwords.verify('Abcdef1!', null, owner).then(() => void ended.push(owner));
  const flood = Array.from({ length: 40 }, () => attempt('flood'));
  const others = ['a', 'b', 'c'].map(attempt);
  const results = await Promise.allSettled(flood);
  await Promise.all(others);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused).toHaveLength(9);
  expect(refused[0]).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 2 });
  // One was running, and one of the flood may come first in the circle.
  expect(ended.indexOf('c')).toBeLessThanOrEqual(4);
  expect(ended).toHaveLength(34);
});

it('forty networks with many attempts → another has its turn after at most one of each', async () => {
  const passwords = createPasswords({ atOnce: 1, waiting: 50 });
  const ended: string[] = [];
  const attempt = (owner: string) => passwords.verify('Abcdef1!', null, owner).then(() => void ended.push(owner));
  const flood = Promise.allSettled(Array.from({ length: 400 }, (_, n) => attempt(`flood ${n % 40}`)));
  const honest = attempt('honest');
  await honest;
  expect(ended.indexOf('honest')).toBeLessThanOrEqual(41);
  await flood;
}, 30_000);

it('hashing leaves the event loop free', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 2);
  await Promise.all(Array.from({ length: 6 }, () => roomy.verify('Abcdef1!', null, 'here')));
  clearInterval(timer);
  // On the event loop itself, six hashes would allow six turns at most.
  expect(ticks).toBeGreaterThan(12);
});

it.each(['password123', '12345678', '1234567', '666', '123', 'motdepasse'])('%s is common', async (password) => {
  expect((await roomy.common()).has(password)).toBe(true);
});
