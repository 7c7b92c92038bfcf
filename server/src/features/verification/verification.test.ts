import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import type { Verification } from '@clairisque/contract/verification.ts';
import { expect, it } from 'vitest';
import { attestEdition, publicKeys } from '#platform/security/signing.ts';
import { call, createAccount, sharedApp } from '#test/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertIssued } from '#test/issued.ts';

const app = sharedApp();

const ask = (reference: string, clock: string) => {
  app.deps.clock = () => new Date(clock);
  return call(app, ['GET', `/api/v2/verification/${encodeURIComponent(reference)}/`]);
};

async function issue(issuedAt: string, renewedAt?: string): Promise<string[]> {
  const account = await createAccount(app);
  const dates = { issuedAt: new Date(issuedAt), ...(renewedAt !== undefined && { renewedAt: new Date(renewedAt) }) };
  return (await insertIssued(app.database.db, { accountId: account.id, ...dates })).references;
}

it('valid until midnight in Paris of its last day, then expired; the commune, no address and no person in the answer', async () => {
  // 180 days from the day before 29 February 2028; midnight of 27 August is 22:00 UTC the day before.
  const [reference = ''] = await issue('2028-02-28T12:00:00Z');
  const answer = await ask(` ${reference.toLowerCase()} `, '2028-08-26T21:59:59Z');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toEqual({
    reference,
    etat: 'valide',
    emis_le: '2028-02-28',
    expire_le: '2028-08-26',
    specimen: true,
    commune: { nom: 'Goussainville', code_insee: '95280' },
    remplace_par: null,
    remplace: null,
    sha256: '0'.repeat(64),
    attestation: null,
  });
  expect((await ask(reference, '2028-08-26T22:00:00Z')).body).toMatchObject({ etat: 'expire' });
});

it('replaced by its renewal, never also expired; the renewal is valid', async () => {
  const [former = '', renewal = ''] = await issue('2026-01-15T12:00:00Z', '2026-12-31T23:30:00Z');
  const replaced = { etat: 'remplace', remplace_par: { reference: renewal, emis_le: '2027-01-01' } };
  expect((await ask(former, '2027-02-01T12:00:00Z')).body).toMatchObject(replaced);
  expect((await ask(renewal, '2027-02-01T12:00:00Z')).body).toMatchObject({
    etat: 'valide',
    emis_le: '2027-01-01',
    remplace: former,
  });
});

it.each(['ERP-2026-999999', 'ERP-2026-1', 'x', "ERP-2026-000001' or 1=1"])('%s → 404', async (reference) => {
  const answer = await ask(reference, '2026-11-21T12:00:00Z');
  expect(answer).toMatchObject({ status: 404, body: { detail: 'Aucun document ne porte cette référence.' } });
});

it('a line that the published key verifies, and no other line', async () => {
  const [reference = ''] = await issue('2026-11-21T08:00:00.250Z');
  const issuedAt = new Date('2026-11-21T08:00:00.250Z');
  const signed = await attestEdition(app.deps, { reference, issuedAt, sha256: '0'.repeat(64) });
  expect(signed.line).toBe(`CLAIRISQUE-1 ${reference} 2026-11-21T08:00:00Z sha256:${'0'.repeat(64)}`);
  const row = { attestation: signed.line, signature: signed.signature };
  await app.database.db.updateTable('statement_edition').set(row).where('reference', '=', reference).execute();

  const { attestation } = (await ask(reference, '2026-11-21T12:00:00Z')).body as Verification;
  const { body } = await call(app, ['GET', new URL(attestation?.cle ?? '').pathname]);
  const [jwk] = (body as { keys: JsonWebKey[] }).keys;
  const key = createPublicKey({ key: jwk ?? {}, format: 'jwk' });
  const signature = Buffer.from(attestation?.signature ?? '', 'base64url');
  expect(verify(null, Buffer.from(attestation?.ligne ?? ''), key, signature)).toBe(true);
  expect(verify(null, Buffer.from(signed.line.replace('2026-11-21', '2026-11-20')), key, signature)).toBe(false);
});

it('a key is retired by its name: the next signature has another, both are published, the one in use first', async () => {
  const database: TestDatabase = await createTestDatabase();
  const edition = { reference: 'ERP-2026-000001', issuedAt: new Date(0), sha256: 'a' };
  const before = await attestEdition(database, edition);
  const [retired] = await publicKeys(database);
  await database.db
    .updateTable('signing_key')
    .set({ name: 'attestation-20261121T080000Z' })
    .where('name', '=', 'attestation')
    .execute();
  const after = await attestEdition(database, edition);
  const keys = await publicKeys(database);
  await database.drop();
  expect(keys.slice(1)).toEqual([retired]);
  const holds = (jwk: JsonWebKey | undefined, { line, signature }: typeof after): boolean =>
    verify(null, Buffer.from(line), createPublicKey({ key: jwk ?? {}, format: 'jwk' }), signature);
  expect([holds(keys[0], after), holds(keys[1], before), holds(keys[0], before)]).toEqual([true, true, false]);
});

it('two concurrent first signatures have the same key', async () => {
  const database: TestDatabase = await createTestDatabase();
  const edition = { reference: 'ERP-2026-000001', issuedAt: new Date(0), sha256: 'a' };
  const signed = await Promise.all(Array.from({ length: 8 }, () => attestEdition(database, edition)));
  await database.drop();
  expect(new Set(signed.map(({ signature }) => signature.toString('hex'))).size).toBe(1);
});
