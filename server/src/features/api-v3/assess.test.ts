import { Assessment } from '@clairisque/contract/api-v3.ts';
import { FactsV3 } from '@clairisque/contract/common/v3-facts.ts';
import { expect, inject, it } from 'vitest';
import { createAccount, createTestApp, sharedApp, type TestApp } from '#test/app.ts';
import { callV3, createKey, createKeyOwner, type KeyOwner, ON_A_PARCEL, type V3Answer } from '#test/keys.ts';
import { createFaultProxy } from '../../../../tests/harness/fault-proxy.ts';

const ADDRESS = '4 Rue des Lilas 95190 Goussainville';
/** A commune where the noise plans fail (`simulators/README.md`). */
const WITHOUT_NOISE = { longitude: 3.36, latitude: 44.2465 };

const app = sharedApp();

const createOwner = (credits = 1): Promise<KeyOwner> => createKeyOwner(app, credits);
const assess = (to: Pick<TestApp, 'url'>, { key }: KeyOwner, body: object): Promise<V3Answer> =>
  callV3(to, ['POST', '/assessments'], { key, body });

const sentencesOf = ({ compulsory }: Assessment) => Object.values(compulsory).map(({ sentence }) => sentence);

it('POST /assessments → what facts.json of a statement then says, without debit, and that it has no legal value', async () => {
  const owner = await createOwner();
  const answer = await assess(app, owner, { address: ADDRESS });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit')).toMatch(/^"api-assessment";r=\d+;t=\d+$/);
  const assessment = Assessment.parse(answer.json);
  expect(assessment).toMatchObject({
    legal_value: false,
    notice: { en: expect.stringContaining('no legal value'), fr: expect.stringContaining('sans valeur légale') },
    specimen: true,
    place: { address: ADDRESS, declared_address: null },
    warning: null,
    blocking: [],
  });
  expect((await callV3(app, ['GET', '/balance'], owner)).json['credits']).toBe(1);
  const { json } = await callV3(app, ['POST', '/statements'], {
    key: owner.key,
    body: { transaction: 'sale', address: ADDRESS },
    headers: { 'idempotency-key': 'une' },
  });
  const facts = FactsV3.parse((await callV3(app, ['GET', `/statements/${String(json['id'])}/facts.json`], owner)).json);
  expect(assessment.compulsory).toEqual(facts.compulsory);
  expect(assessment.informative).toEqual(facts.informative);
  expect(assessment.place).toEqual(facts.place);
});

it('by a point, by parcels, with an address that is elsewhere → the warning that the wizard shows', async () => {
  const owner = await createOwner();
  const byPoint = Assessment.parse((await assess(app, owner, { point: ON_A_PARCEL })).json);
  const [{ prefix, section, number, commune } = { prefix: '', section: '', number: '', commune: '' }] =
    byPoint.place.parcels;
  const parcels = [`${prefix}-${section}-${number}@${commune}`];
  const elsewhere = Assessment.parse((await assess(app, owner, { parcels, address: 'Le Clos des Moines' })).json);
  expect(elsewhere.place).toMatchObject({ address: null, declared_address: 'Le Clos des Moines' });
  expect(elsewhere.warning).toContain('adresse déclarée');
  expect(sentencesOf(elsewhere)).toEqual(sentencesOf(byPoint));
});

it('a compulsory source is silent → « not_obtained », named in `blocking`, never « not_concerned »', async () => {
  const silent = await createTestApp({
    database: app.database,
    limits: { attempts: 1, retryDelayMs: 1, breakMs: 1 },
  });
  const { json } = await assess(silent, await createOwner(), { point: WITHOUT_NOISE });
  await silent.close();
  const { blocking, compulsory } = Assessment.parse(json);
  expect(blocking).toEqual(['aircraft_noise']);
  expect(compulsory.aircraft_noise).toMatchObject({ state: 'not_obtained', details: null, reason: 'unavailable' });
});

it.each([
  ['nothing', {}, 400, 'invalid_input'],
  ['a statement’s field', { address: ADDRESS, transaction: 'sale' }, 400, 'invalid_input'],
  ['an address without its commune', { address: '4 rue des lilas' }, 422, 'address_ambiguous'],
  ['an unknown parcel', { parcels: ['000-ZZ-9999@95280'] }, 422, 'parcel_not_found'],
])('%s → %j: %i %s', async (...[, body, status, code]) => {
  const answer = await assess(app, await createOwner(), body);
  expect([answer.status, answer.json['code']]).toEqual([status, code]);
});

it('with a key that cannot read → 403', async () => {
  const account = await createAccount(app);
  const key = await createKey(app, account, ['issue']);
  expect((await assess(app, { ...account, key }, { address: ADDRESS })).json['code']).toBe('scope_missing');
});

it('many at once → one at a time for an account, two for all, few calls to suppliers together; the rest is refused', async () => {
  const suppliers = await createFaultProxy(inject('simulatorsUrl'));
  const atOnce = suppliers.mostAtOnce(/^GET \/georisques/);
  const proxied = await createTestApp({ database: app.database, simulatorsUrl: suppliers.url });
  const [owner, other] = [await createOwner(), await createOwner()];
  const near = await callV3(
    proxied,
    ['GET', `/parcels?longitude=${ON_A_PARCEL.longitude}&latitude=${ON_A_PARCEL.latitude}`],
    owner,
  );
  const codes = (near.json['data'] as { code: string }[]).map(({ code }) => code);
  const asked = Array.from({ length: 20 }, (_, rank) => ({ parcels: [codes[rank % codes.length] ?? ''] }));
  const ofOther = assess(proxied, other, { point: ON_A_PARCEL });
  const answers = await Promise.all(asked.map((body) => assess(proxied, owner, body)));
  expect((await ofOther).status).toBe(200);
  await proxied.close();
  suppliers.close();
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThanOrEqual(6);
  const refused = answers.filter((answer) => !done.includes(answer));
  expect(new Set(refused.map(({ json }) => json['code']))).toEqual(new Set(['too_many_requests']));
  // A query about plans may take several calls, one per point of the property.
  expect(atOnce()).toBeLessThan(7);
});
