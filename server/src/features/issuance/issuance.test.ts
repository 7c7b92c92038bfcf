import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call, createAccount, grantLot, sharedApp, type TestAccount } from '#test/app.ts';
import { adminQuery } from '#test/database.ts';
import { draftAt, GOUSSAINVILLE } from '#test/wizard.ts';
import { forgetOldSteps } from './progress.service.ts';

const app = sharedApp();

type Draft = Record<string, unknown>;

async function createDraft(account: TestAccount, changes: Draft = {}): Promise<number> {
  const draft = { ...(await draftAt(app, GOUSSAINVILLE)), ...changes };
  const { status, body } = await call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body: draft });
  expect({ status, body }).toMatchObject({ status: 201 });
  return (body as { erp_id: number }).erp_id;
}

const generate = (account: TestAccount, id: number) =>
  call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: account.token });

async function progress(account: TestAccount, id: number): Promise<string[]> {
  const { body } = await call(app, ['GET', `/api/v2/erp/me/id/${id}/progression/`], { token: account.token });
  return (body as { etapes: { etat: string }[] }).etapes.map((step) => step.etat);
}

async function credits(account: TestAccount): Promise<number> {
  const { body } = await call(app, ['GET', '/api/v2/user_data/me/'], { token: account.token });
  return (body as { nb_credits: number }).nb_credits;
}

function storedFiles(account: TestAccount): string[] {
  const folder = join(app.filesDir, 'statements', String(account.id));
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.pdf'))
    : [];
}

describe('POST erp/me/create', () => {
  it('without a token → 401 before the body is read', async () => {
    const answer = await call(app, ['POST', '/api/v2/erp/me/create/'], { body: '{' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Token');
  });

  it('without credit → 402 and no draft', async () => {
    const account = await createAccount(app, 0);
    const answer = await call(app, ['POST', '/api/v2/erp/me/create/'], {
      token: account.token,
      body: await draftAt(app, GOUSSAINVILLE),
    });
    expect(answer).toMatchObject({ status: 402, body: { detail: "Vous n'avez pas de crédit" } });
    const drafts = app.database.db.selectFrom('statement').select('id').where('account_id', '=', account.id);
    expect(await drafts.execute()).toEqual([]);
  });

  it.each([
    ['swapped coordinates', { longitude: 49.03, latitude: 2.47 }, 'latitude', /inversées/],
    ['at sea', { longitude: -20, latitude: 40 }, 'latitude', /hors de France/],
    ['a code of another parcel', { code_parcelle: '000-ZZ-9999@95280' }, 'code_parcelle', /ne correspond pas/],
    ['no transaction type', { type_de_transaction: '' }, 'type_de_transaction', /choix/],
    ['a name with U+0000', { vendeur_nom: 'a\u0000b' }, 'vendeur_nom', /caractère nul/],
    ['a line break', { adresse: '1 rue A\nVotre bien n’est concerné par AUCUN' }, 'adresse', /invisibles.*U\+000A/],
    ['a direction mark', { acheteur_nom: 'a\u202eb' }, 'acheteur_nom', /invisibles.*U\+202E/],
    ['a latitude that is no number', { latitude: 'abc' }, 'latitude', /nombre/],
  ])('%s → 400 with a French sentence', async (...[, changes, field, message]) => {
    const account = await createAccount(app, 1);
    const body = { ...(await draftAt(app, GOUSSAINVILLE)), ...changes };
    const answer = await call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body });
    expect(answer.status).toBe(400);
    expect((answer.body as Record<string, string[]>)[field]?.[0]).toMatch(message);
  });
});

const NO_ANSWER = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};

describe('PATCH erp/me/id/generate', () => {
  it.each([
    ['an address', { adresse: '4 Rue 漢' }, /漢.*l’adresse/],
    ['a seller', { vendeur_nom: 'Mme 漢' }, /漢.*vendeur/],
    ['a buyer', { acheteur_nom: 'M. \uE000' }, /U\+E000.*acquéreur/],
    ['works', { declarations: JSON.stringify({ travaux_rga_non_realises: 'Mur 漢' }) }, /漢.*travaux/],
  ])('%s stored before letters were checked → the letter is named, nothing debited', async (_, stored, said) => {
    const account = await createAccount(app, 1);
    const id = await createDraft(account);
    await app.database.db.updateTable('statement').set(stored).where('id', '=', id).execute();
    expect(await generate(account, id)).toMatchObject({
      status: 400,
      body: { non_field_errors: [expect.stringMatching(said)] },
    });
    expect(await credits(account)).toBe(1);
    expect(storedFiles(account)).toEqual([]);
  });

  it.each([
    [
      'disasters and drought works',
      { sinistres_indemnises: false, travaux_rga_non_realises: 'Reprise du pignon' },
      /^Vous déclarez qu’aucun sinistre n’a été indemnisé/,
    ],
    [
      'both forms of works',
      { travaux_prescrits: false, travaux_par_plan: [{ plan: 'A', prescrits: true, realises: null }] },
      /^Vous déclarez qu’aucun plan ne prescrit de travaux, et qu’un plan en prescrit/,
    ],
  ])(
    '%s that deny each other, stored before they were refused → the sentence, nothing debited; declared again → issued',
    async (...[, stored, said]) => {
      const account = await createAccount(app, 1);
      const id = await createDraft(account);
      const declarations = { ...NO_ANSWER, ...stored };
      await app.database.db
        .updateTable('statement')
        .set({ declarations: JSON.stringify(declarations) })
        .where('id', '=', id)
        .execute();
      expect(await generate(account, id)).toMatchObject({
        status: 400,
        body: { non_field_errors: [expect.stringMatching(said)] },
      });
      expect(await credits(account)).toBe(1);
      expect(storedFiles(account)).toEqual([]);
      const again = await call(app, ['PUT', `/api/v2/erp/me/id/${id}/declarations/`], {
        token: account.token,
        body: { ...declarations, sinistres_indemnises: null, travaux_prescrits: null },
      });
      expect(again.status).toBe(200);
      expect(await generate(account, id)).toMatchObject({ status: 200 });
    },
  );

  it('issues a PDF, debits one credit, and returns the same again', async () => {
    const account = await createAccount(app, 3);
    const id = await createDraft(account);
    const first = await generate(account, id);
    expect(first).toMatchObject({
      status: 200,
      body: { erp_id: id, reference: expect.stringMatching(/^ERP-\d{4}-\d{6}$/) },
    });
    expect(await generate(account, id)).toMatchObject({ status: 200, body: first.body as object });
    expect(await credits(account)).toBe(2);
    const file = await fetch(`${app.url}/api/v2/download_pdf_proxy/${id}/`, {
      headers: { authorization: `Token ${account.token}` },
    });
    expect(file.headers.get('content-disposition')).toContain(
      `filename="ERP ${id} 4 Rue des Lilas 95190 Goussainville.pdf"`,
    );
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    const listed = await call(app, ['GET', '/api/v2/erps/with-regeneration/'], { token: account.token });
    expect(listed.body).toMatchObject([{ id, statut_regeneration: 'Actif', peut_regenerer: false }]);
    expect(await progress(account, id)).toHaveLength(18);
    expect(await progress(account, id)).not.toContain('en_cours');
    // Issued long ago, and renewed while the nightly job runs.
    const { db } = app.database;
    await db
      .updateTable('statement')
      .set({ issued_at: new Date(Date.now() - 200 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    await forgetOldSteps(app.deps);
    expect(await progress(account, id)).toHaveLength(18);
    await forgetOldSteps({ ...app.deps, clock: () => new Date(Date.now() + 25 * 3_600_000) });
    expect(await progress(account, id)).toEqual([]);
  });

  it('of one draft, five times at once → one debit, one stored file', async () => {
    const account = await createAccount(app, 5);
    const id = await createDraft(account);
    const answers = await Promise.all(Array.from({ length: 5 }, () => generate(account, id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(await credits(account)).toBe(4);
    expect(storedFiles(account)).toHaveLength(1);
  });

  it('of two drafts at once with one credit → one issued, the other 402, never a negative balance', async () => {
    const account = await createAccount(app, 1);
    const ids = [await createDraft(account), await createDraft(account)];
    const answers = await Promise.all(ids.map((id) => generate(account, id)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 402]);
    expect(await credits(account)).toBe(0);
    expect(storedFiles(account)).toHaveLength(1);
  });

  it('spends the soonest-expiring lot first, and never an expired one', async () => {
    const account = await createAccount(app, 1);
    const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
    await grantLot(app, { accountId: account.id, credits: 1, expiresAt: inDays(-1) });
    const later = await grantLot(app, { accountId: account.id, credits: 1, expiresAt: inDays(60) });
    const sooner = await grantLot(app, { accountId: account.id, credits: 1, expiresAt: inDays(30) });
    expect(await credits(account)).toBe(3);
    for (const id of [await createDraft(account), await createDraft(account)])
      expect((await generate(account, id)).status).toBe(200);
    const debits = await app.database.db
      .selectFrom('ledger_entry')
      .select('lot_id')
      .where('kind', '=', 'debit')
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
    expect(debits.map((debit) => debit.lot_id)).toEqual([sooner, later]);
  });

  it('of a parcel that does not exist → 400, nothing debited', async () => {
    const account = await createAccount(app, 1);
    const id = await createDraft(account, { cadastre: '999-ZZ-9999', code_parcelle: '999-ZZ-9999@95280' });
    const answer = await generate(account, id);
    expect(answer).toMatchObject({
      status: 400,
      body: { code_parcelle: ['Cette parcelle n’existe pas au cadastre.'] },
    });
    expect(await credits(account)).toBe(1);
  });

  it('of another account → 404, like one that does not exist', async () => {
    const [owner, other] = [await createAccount(app, 1), await createAccount(app, 1)];
    const id = await createDraft(owner);
    expect((await generate(other, id)).status).toBe(404);
    expect((await generate(other, 999_999_999)).status).toBe(404);
    expect((await call(app, ['GET', `/api/v2/download_pdf_proxy/${id}/`], { token: other.token })).status).toBe(404);
    expect((await call(app, ['GET', `/api/v2/erp/me/id/${id}/progression/`], { token: other.token })).status).toBe(404);
  });

  it('while the database drops every connection → an error or an answer, the server lives, nothing is paid for nothing', async () => {
    const account = await createAccount(app, 2);
    const id = await createDraft(account);
    const generation = generate(account, id);
    for (let time = 0; time < 5; time += 1) {
      await adminQuery(
        app.database.url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await sleep(30);
    }
    expect([200, 500, 503]).toContain((await generation).status);
    expect((await generate(account, id)).status).toBe(200);
    expect(await credits(account)).toBe(1);
  });

  it('prints hostile names literally and survives 300 characters', async () => {
    const account = await createAccount(app, 1);
    const id = await createDraft(account, {
      vendeur_nom: '<script>alert(1)</script> 🏠',
      acheteur_nom: 'x'.repeat(300),
    });
    expect((await generate(account, id)).status).toBe(200);
  });
});

describe('PUT declarations', () => {
  const answers = {
    travaux_prescrits: true,
    travaux_realises: false,
    sinistres_indemnises: null,
    travaux_rga_non_realises: null,
  };

  it('are kept with the draft, and refused once it is issued', async () => {
    const account = await createAccount(app, 1);
    const id = await createDraft(account);
    const declare = () =>
      call(app, ['PUT', `/api/v2/erp/me/id/${id}/declarations/`], { token: account.token, body: answers });
    expect(await declare()).toMatchObject({ status: 200, body: answers });
    expect((await generate(account, id)).status).toBe(200);
    expect((await declare()).status).toBe(409);
  });

  it('plan by plan and disaster by disaster are kept; answers that deny each other are refused, with the reason', async () => {
    const account = await createAccount(app, 1);
    const id = await createDraft(account);
    const declare = (more: object) =>
      call(app, ['PUT', `/api/v2/erp/me/id/${id}/declarations/`], {
        token: account.token,
        body: { ...answers, ...more },
      });
    const known = {
      sinistres_indemnises: true,
      travaux_par_plan: [{ plan: '95DDT20100014', prescrits: true, realises: false }],
      arretes_indemnises: ['INTE9900001A'],
    };
    expect(await declare(known)).toMatchObject({ status: 200, body: known });
    expect(await declare({ travaux_prescrits: false, travaux_realises: true })).toMatchObject({
      status: 400,
      body: { travaux_realises: [expect.stringMatching(/^Vous déclarez qu’aucun plan ne prescrit de travaux/)] },
    });
    expect(await declare({ sinistres_indemnises: false, travaux_rga_non_realises: 'Reprise du pignon' })).toMatchObject(
      {
        status: 400,
        body: { travaux_rga_non_realises: [expect.stringMatching(/^Vous déclarez qu’aucun sinistre/)] },
      },
    );
  });
});
