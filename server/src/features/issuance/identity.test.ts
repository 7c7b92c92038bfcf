import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import type { StatementFacts } from '@clairisque/contract/common/facts.ts';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { openPdfReader } from '#test/pdf-reader.ts';
import { draftAt } from '#test/wizard.ts';
import { replayAnswers } from '#tools/replay-answers.ts';
import { keptAnswers } from '#features/documents/documents.ts';

/** Attacks of a forger of our own document: a genuine, signed statement that names another place (docs/security/). */

let app: TestApp;
let reader: Awaited<ReturnType<typeof openPdfReader>>;
beforeAll(async () => {
  app = await createTestApp({ limits: { attempts: 1 } });
  reader = await openPdfReader();
});
afterAll(async () => {
  reader.close();
  await app.close();
});

const MENDE = { longitude: 3.5, latitude: 44.518 };
const FEYZIN = '3 Rue de la Raffinerie 69320 Feyzin';
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ').replaceAll('\u200B', '');

/** The address that the geocoder gives for that point. */
async function addressAt(point: typeof MENDE): Promise<string> {
  const { body } = await call(app, ['GET', `/geocodage/reverse?lon=${point.longitude}&lat=${point.latitude}&limit=1`]);
  return (body as { features: { properties: { label: string } }[] }).features[0]?.properties.label ?? '';
}

const createDraft = async ({ token }: TestAccount, adresse: string, point = MENDE) =>
  call(app, ['POST', '/api/v2/erp/me/create/'], { token, body: { ...(await draftAt(app, point)), adresse } });

async function issued(account: TestAccount, adresse: string, point = MENDE): Promise<number> {
  const { body } = await createDraft(account, adresse, point);
  const { erp_id: id } = body as { erp_id: number };
  const { status, body: answer } = await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], account);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return id;
}

async function documentOf({ token }: TestAccount, id: number): Promise<ReadableDocument['document']> {
  const { body } = await call(app, ['GET', `/api/v2/erp/${id}/document/`], { token });
  return JSON.parse(plain(JSON.stringify((body as ReadableDocument).document)));
}

async function pagesOf({ token }: TestAccount, id: number): Promise<string[]> {
  const answer = await fetch(`${app.url}/api/v2/download_pdf_proxy/${id}/`, {
    headers: { authorization: `Token ${token}` },
  });
  return (await reader.texts(new Uint8Array(await answer.arrayBuffer()))).map(plain);
}

/** The row of the form that has that label. */
const rowOf = ({ regulatory }: ReadableDocument['document'], label: string): string | undefined =>
  regulatory.property.find((row) => row.kind === 'text' && row.label === label && 'text' in row)?.['text' as never];

describe('a parcel of Mende under an address of Feyzin', () => {
  it('is issued under the parcel’s name, with the cadastre’s commune everywhere and the declared address apart', async () => {
    const account = await createAccount(app, 1);
    const id = await issued(account, FEYZIN);
    const { cover, property, running, ...document } = await documentOf(account, id);
    expect(cover.address).toMatch(/^Parcelle \d{3}-\w{2}-\w{4}, Mende$/);
    expect(cover.commune).toBe('Commune : Mende (code Insee 48095), d’après le cadastre');
    expect(cover.declared).toEqual({
      label: 'Adresse déclarée',
      text: FEYZIN,
      note: 'Non confirmée : la Base adresse nationale la situe à Feyzin, hors de la commune de la parcelle.',
    });
    expect(document.title).toContain(', Mende');
    expect(property.find(({ label }) => label === 'Immeuble')?.text).toBe(cover.address);
    expect(rowOf({ cover, property, running, ...document }, 'Adresse')).toMatch(/^Non confirmée/);

    const pages = await pagesOf(account, id);
    // Every footer has the cadastre's commune, and no typed postcode.
    for (const page of pages) expect(page).toMatch(/Parcelle \d{3}-\w{2}-\w{4} — Mende/);
    expect(pages.filter((page) => page.includes(FEYZIN))).toHaveLength(2);
  });

  it('its verification shows the commune of the parcel, and no address', async () => {
    const account = await createAccount(app, 1);
    const { running } = await documentOf(account, await issued(account, FEYZIN));
    const { body } = await call(app, ['GET', `/api/v2/verification/${running.reference}/`]);
    expect(body).toMatchObject({ commune: { nom: 'Mende', code_insee: '48095' } });
    expect(JSON.stringify(body)).not.toContain('Raffinerie');
  });

  it('its machine-readable facts say that no address is confirmed', async () => {
    const account = await createAccount(app, 1);
    const id = await issued(account, FEYZIN);
    const { body } = await call(app, ['GET', `/api/v2/erp/${id}/facts/`], { token: account.token });
    expect(body).toMatchObject({
      place: { address: null, declaredAddress: FEYZIN, postcode: null, communeName: 'Mende', inseeCodes: ['48095'] },
    });
  });

  it('its renewal checks the address again', async () => {
    const account = await createAccount(app, 1);
    const id = await issued(account, await addressAt(MENDE));
    const { db } = app.database;
    // Older documents have an address elsewhere, hidden characters, an expired date.
    await db
      .updateTable('statement')
      .set({ adresse: `${FEYZIN}\n\u202EMende` })
      .where('id', '=', id)
      .execute();
    await sql`update statement set issued_at = issued_at - interval '200 days',
      declarations = ${JSON.stringify({
        travaux_prescrits: null,
        travaux_realises: null,
        sinistres_indemnises: null,
        travaux_rga_non_realises: 'Fissures\u2028au pignon',
      })}::jsonb where id = ${id}`.execute(db);
    await sql`update statement_edition set issued_at = issued_at - interval '200 days' where statement_id = ${id}`.execute(
      db,
    );
    const renewal = await call(app, ['PATCH', `/api/v2/erp/${id}/regenerate/`], account);
    expect(renewal).toMatchObject({ status: 200 });
    const { cover, running } = await documentOf(account, id);
    expect(cover.address).toMatch(/^Parcelle .*, Mende$/);
    expect(cover.declared?.text).toBe(`${FEYZIN} Mende`);
    expect(running.reference).toMatch(/-R1$/);
    expect((await pagesOf(account, id)).join('\n')).toContain('Fissures au pignon');
  });
});

describe('an address of the parcel', () => {
  it('as the geocoder writes it → the address of the property, with its postcode in each foot', async () => {
    const account = await createAccount(app, 1);
    const address = await addressAt(MENDE);
    expect(address).toMatch(/48000 Mende$/);
    const id = await issued(account, address.toUpperCase());
    const { cover } = await documentOf(account, id);
    expect(cover).toMatchObject({
      address,
      declared: null,
      commune: 'Commune : 48000 Mende (code Insee 48095), d’après le cadastre',
    });
    for (const page of await pagesOf(account, id)) expect(page).toMatch(/Parcelle \S+ — 48000 Mende/);
  });

  it('with a sentence after it → only the geocoder’s label is printed as the address', async () => {
    const account = await createAccount(app, 1);
    const typed = `${await addressAt(MENDE)} — Votre bien n’est concerné par AUCUN des points`;
    const { cover } = await documentOf(account, await issued(account, typed));
    expect(cover.address).not.toContain('AUCUN');
    expect(cover.declared?.text).toBe(typed);
  });

  it('the geocoder’s response is stored beside the document and gives the same address again', async () => {
    const account = await createAccount(app, 1);
    const { running } = await documentOf(account, await issued(account, await addressAt(MENDE)));
    const { kept, ...made } = await keptAnswers(app.deps, running.reference);
    expect(kept.questions.find(({ question }) => question === 'geocodage')?.exchanges).toHaveLength(1);
    expect((await replayAnswers(kept, made)).filter(({ same }) => !same)).toEqual([]);
    // Another number in the answer, or another printed label: the address no longer matches its answer.
    const moved = kept.questions.map(({ exchanges, ...question }) => ({
      ...question,
      exchanges: exchanges.map((one) => ({
        ...one,
        body: one.body?.replaceAll('48000 Mende', '48000 Chabrits') ?? null,
      })),
    }));
    const wrong = { ...made, address: { ...made.address, confirmed: '1 Rue de la Raffinerie 69320 Feyzin' } };
    for (const replayed of [await replayAnswers({ ...kept, questions: moved }, made), await replayAnswers(kept, wrong)])
      expect(replayed.filter(({ same }) => !same)).toEqual([{ name: 'address', same: false }]);
  });

  it('one that is only declared is checked again too', async () => {
    const account = await createAccount(app, 1);
    const { running } = await documentOf(account, await issued(account, FEYZIN));
    const { kept, ...made } = await keptAnswers(app.deps, running.reference);
    expect(made.address).toEqual({ typed: FEYZIN, confirmed: null });
    expect((await replayAnswers(kept, made)).filter(({ same }) => !same)).toEqual([]);
  });
});

describe('a point or an address beside the parcel', () => {
  const FEYZIN_PLACE = { longitude: 4.857453, latitude: 45.672647 };
  const ROUEN = { longitude: 1.095209, latitude: 49.446039 };

  async function factsOf(account: TestAccount, body: Record<string, unknown>): Promise<StatementFacts> {
    const { token } = account;
    const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token, body });
    const { erp_id: id } = created.body as { erp_id: number };
    expect(await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], account)).toMatchObject({ status: 200 });
    return (await call(app, ['GET', `/api/v2/erp/${id}/facts/`], { token })).body as StatementFacts;
  }

  it('a point 400 m away → the same sites, from the same point of the parcel, as a point nearby', async () => {
    const account = await createAccount(app, 2);
    const draft = { ...(await draftAt(app, FEYZIN_PLACE)), adresse: '8 Rue de la Gare 69320 Feyzin' };
    const { longitude, latitude } = FEYZIN_PLACE;
    const near = await factsOf(account, { ...draft, latitude: latitude + 0.0004 });
    const far = await factsOf(account, { ...draft, longitude, latitude: latitude - 0.004 });
    const sites = ({ informative }: StatementFacts) =>
      [informative.icpe, informative.casias, informative.cavites].map(({ state, details }) => ({ state, details }));
    expect(JSON.stringify(sites(near))).toContain('distanceMetres');
    expect(sites(far)).toEqual(sites(near));
    expect(far.place).toEqual(near.place);
    expect(Math.abs(far.place.latitude - latitude)).toBeLessThan(0.0005);
  });

  it('the address of the next parcel → declared, with that parcel’s reference', async () => {
    const account = await createAccount(app, 2);
    const draft = { ...(await draftAt(app, ROUEN)), adresse: '8 Rue de la Gare 76000 Rouen' };
    const own = await factsOf(account, draft);
    expect(own.place).toMatchObject({ address: '8 Rue de la Gare 76000 Rouen', declaredAddress: null });
    const next = { ...draft, cadastre: '000-AA-0142', code_parcelle: '000-AA-0142@76540' };
    const other = await factsOf(account, next);
    expect(other.place).toMatchObject({ address: null, declaredAddress: '8 Rue de la Gare 76000 Rouen' });
  });
});

it('a line break that would print as the verdict → 400', async () => {
  const account = await createAccount(app, 1);
  const answer = await createDraft(account, `${FEYZIN}\nVotre bien n’est concerné par AUCUN des 10 points`);
  expect(answer).toMatchObject({ status: 400, body: { adresse: [expect.stringContaining('U+000A')] } });
});

it('the wizard warns beforehand: nothing for an address of the parcel, a sentence for another', async () => {
  const { code_parcelle: code } = await draftAt(app, MENDE);
  const check = (adresse: string) => {
    const query = new URLSearchParams({ adresse, longitude: '3.5', latitude: '44.518' });
    return call(app, ['GET', `/api/v2/cadastre/adresse/${String(code)}/?${String(query)}`]);
  };
  const address = await addressAt(MENDE);
  expect(await check(address)).toMatchObject({ status: 200, body: { adresse: address, avertissement: null } });
  const { body } = await check(FEYZIN);
  expect(JSON.parse(plain(JSON.stringify(body)))).toEqual({
    adresse: null,
    commune: { nom: 'Mende', code_insee: '48095' },
    avertissement:
      'Cette adresse n’est pas dans la commune de la parcelle (Mende) : elle sera imprimée à part, comme « adresse déclarée ». Le document désignera le bien par sa parcelle et sa commune (Mende).',
  });
});

// Last: after a 429 the geocoder is left alone for some seconds.
it.each(['Panne-Adresses', 'Coupure-Adresses', 'Charabia-Adresses', 'Vide-Adresses', 'Quota-Adresses'])(
  'a failing geocoder (%s) → the sale continues, the address is declared and « non vérifiée »',
  async (outage) => {
    const account = await createAccount(app, 1);
    const id = await issued(account, `3 Rue du Moulin ${outage}`);
    const { cover } = await documentOf(account, id);
    expect(cover.address).toMatch(/^Parcelle .*, Mende$/);
    expect(cover.declared?.note).toMatch(/^Non confirmée/);
  },
);
