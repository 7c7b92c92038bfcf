import { beforeAll, describe, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';

const app = sharedApp();
let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(app, 3);
});

const update = (body: unknown, token = account.token) =>
  call(app, ['PATCH', '/api/v2/user_data/me/update/'], { token, body });
const read = async () => (await call(app, ['GET', '/api/v2/user_data/me/'], { token: account.token })).body;

const PERSON = { nom: 'Nuñez', prenom: 'Élodie', telephone: '01 23 45 67 89', adresse: '4 Rue des Lilas 95190 Paris' };

describe('PATCH user_data/me/update', () => {
  it('without a token → 401 before the body is read', async () => {
    const answer = await call(app, ['PATCH', '/api/v2/user_data/me/update/'], { body: { nom: '' } });
    expect(answer.status).toBe(401);
  });

  it('trims, returns the whole profile, leaves absent fields unchanged', async () => {
    const answer = await update({
      ...PERSON,
      nom: '  Nuñez ',
      statut: 'PRO',
      nomSociete: ' Diag 95 ',
      siren: '732 829 320',
    });
    const saved = {
      ...PERSON,
      statut: 'PRO',
      nomSociete: 'Diag 95',
      siren: '732829320',
      avis_courriel: true,
      nb_credits: 3,
      rappels_echeance: true,
      nb_echeances: 0,
      nb_a_completer: 0,
    };
    expect(answer).toMatchObject({ status: 200, body: saved });
    expect((await update({ prenom: 'Zoé' })).body).toEqual({ ...saved, prenom: 'Zoé' });
    expect(await read()).toEqual({ ...saved, prenom: 'Zoé' });
  });

  it('a name that no font can draw → 400, which names the letter', async () => {
    const { status, body } = await update({ nom: '漢' });
    expect([status, body]).toEqual([400, { nom: ['La lettre «\u00A0漢\u00A0» ne peut pas être imprimée.'] }]);
  });

  it('empty or null phone, address and company → null', async () => {
    await update({ ...PERSON, statut: 'PRO', nomSociete: 'Diag 95' });
    const emptied = await update({ telephone: '', adresse: '   ', nomSociete: null });
    expect(emptied.body).toMatchObject({ telephone: null, adresse: null, nomSociete: null, nom: 'Nuñez' });
  });

  it('a private person has neither company nor SIREN, even after having been a professional', async () => {
    await update({ statut: 'PRO', nomSociete: 'Diag 95', siren: '732829320' });
    expect((await update({ statut: 'PAR' })).body).toMatchObject({ statut: 'PAR', nomSociete: null, siren: null });
    expect((await update({ nomSociete: 'Diag 95' })).body).toMatchObject({ nomSociete: null });
  });

  it('ignores « the rest »: neither the balance nor the identity can be written', async () => {
    const rest = {
      nb_credits: 999,
      id: 1,
      username: 'autre@exemple.fr',
      email: 'autre@exemple.fr',
      password_hash: 'x',
    };
    expect((await update({ ...PERSON, ...rest })).body).toMatchObject({ ...PERSON, nb_credits: 3 });
    const me = await call(app, ['GET', '/api/v2/users/me/'], { token: account.token });
    expect(me.body).toMatchObject({ username: account.email });
  });

  it.each([
    ['nom', '  ', 'Le nom est requis.'],
    ['prenom', '', 'Le prénom est requis.'],
    [
      'telephone',
      '01-23-45-67-89',
      "Le numéro de téléphone n'est pas dans le bon format (ex: 0123456789 ou 01 23 45 67 89).",
    ],
    ['siren', '12345678', 'Un SIREN a 9 chiffres.'],
    ['adresse', 'a\0b', 'Le caractère nul n’est pas autorisé.'],
  ])('%s %j → 400 with its French message, nothing written', async (field, value, message) => {
    await update(PERSON);
    expect(await update({ adresse: 'Ailleurs', [field]: value })).toMatchObject({
      status: 400,
      body: { [field]: [message] },
    });
    expect(await read()).toMatchObject(PERSON);
  });

  it.each([{ nom: null }, { statut: 'ADM' }, { nom: 'x'.repeat(101) }, { adresse: ['a'] }, []])(
    '%j → 400',
    async (body) => {
      expect((await update(body)).status).toBe(400);
    },
  );

  it.each([
    ['avis_courriel', 'notices_stopped_at'],
    ['rappels_echeance', 'reminders_stopped_at'],
  ] as const)('%s: on at first, stopped once, on again', async (choice, column) => {
    const stoppedAt = () =>
      app.database.db.selectFrom('account').select(column).where('id', '=', account.id).executeTakeFirstOrThrow();
    expect((await update({ [choice]: false })).body).toMatchObject({ [choice]: false });
    const first = await stoppedAt();
    await update({ prenom: 'Zoé', [choice]: false });
    expect(await stoppedAt()).toEqual(first);
    expect((await update({ [choice]: true })).body).toMatchObject({ [choice]: true });
    expect(await stoppedAt()).toEqual({ [column]: null });
  });

  it('counts statements that expire within thirty days or can be renewed, and valid ones with open questions; none concluded', async () => {
    const owner = await createAccount(app);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const issue = (issued: number, renewed?: number) =>
      insertIssued(app.database.db, {
        accountId: owner.id,
        issuedAt: daysAgo(issued),
        ...(renewed !== undefined && { renewedAt: daysAgo(renewed) }),
      });
    for (const issued of [10, 149, 150, 180, 181, 545, 546]) await issue(issued);
    for (const renewed of [149, 150, 180, 181]) await issue(400, renewed);
    const { id } = await issue(200);
    await app.database.db.updateTable('statement').set({ closed_at: new Date() }).where('id', '=', id).execute();
    const { body } = await call(app, ['GET', '/api/v2/user_data/me/'], { token: owner.token });
    expect(body).toMatchObject({ nb_echeances: 6, nb_a_completer: 0 });
    // Seven documents are valid today: four originals, three renewals.
    await app.database.db
      .updateTable('statement')
      .set({ open_questions: 2 })
      .where('account_id', '=', owner.id)
      .execute();
    const open = await call(app, ['GET', '/api/v2/user_data/me/'], { token: owner.token });
    expect(open.body).toMatchObject({ nb_echeances: 6, nb_a_completer: 7 });
  });

  it('two changes at once → both are kept', async () => {
    await Promise.all([update({ nom: 'Durand' }), update({ prenom: 'Ali' }), update({ telephone: '+33123456789' })]);
    expect(await read()).toMatchObject({ nom: 'Durand', prenom: 'Ali', telephone: '+33123456789' });
  });
});
