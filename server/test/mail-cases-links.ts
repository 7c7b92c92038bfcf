import { openQuestions } from '../src/domain/statement-document/form.ts';
import { account, add, daysAgo, HOSTILE, NOW, PARCELS, statement, type Maker } from './mail-maker.ts';
import { statementInput } from './statement-input.ts';

export async function questions(maker: Maker): Promise<void> {
  const { db } = maker.app.database;
  const accountId = await account(maker);
  const plain = await statement(maker, { accountId, days: 3, parcels: PARCELS });
  const hostile = await statement(maker, { accountId, days: 3, adresse: HOSTILE.address, isDeclared: true });
  const request = async (statementId: number, certified: { name: string; text: string } | null): Promise<string> => {
    const row = {
      account_id: accountId,
      statement_id: statementId,
      edition: 1,
      label: certified?.name ?? 'Mme Durand',
      email: 'durand@exemple.fr',
      questions: QUESTIONS.map(({ id }) => id),
      created_at: daysAgo(3),
      expires_on: '2026-12-31',
      ...(certified && {
        certified_at: NOW,
        respondent_name: certified.name,
        respondent_email: 'durand@exemple.fr',
        answers: JSON.stringify({ 'E.installation-classee': 'non', 'J.secheresse': certified.text }),
      }),
    };
    await db
      .updateTable('statement_edition')
      .set({ questions: JSON.stringify(QUESTIONS) })
      .where('statement_id', '=', statementId)
      .execute();
    return (await db.insertInto('answer_request').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const open = await request(plain, null);
  const done = await request(plain, { name: 'Camille Durand', text: 'Reprise du pignon' });
  const worst = await request(hostile, {
    name: `${HOSTILE.name}${HOSTILE.long}`,
    text: `${HOSTILE.name}${HOSTILE.long}`,
  });
  for (const kind of ['answer-request', 'answer-request-reminder'])
    await add(maker, { kind, accountId, params: { requestId: open } });
  for (const kind of ['answers-copy', 'answers-received']) {
    await add(maker, { kind, accountId, params: { requestId: done } });
    await add(maker, { kind, name: `${kind}, hostile`, accountId, params: { requestId: worst } });
  }
}

const QUESTIONS = openQuestions(statementInput()).filter(({ id }) =>
  ['E.installation-classee', 'J.secheresse', 'signature.lieu'].includes(id),
);

export async function handovers(maker: Maker): Promise<void> {
  const { db } = maker.app.database;
  const receipt = async (statementId: number, accountId: number, name: string): Promise<string> => {
    const { id: handover_id } = await db
      .insertInto('handover')
      .values({ account_id: accountId, statement_id: statementId, edition: 1, label: 'Étude', created_at: daysAgo(2) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = { handover_id, name, email: 'camille.nunez@exemple.fr', acknowledged_at: NOW, document_sha256: '0' };
    return (await db.insertInto('handover_receipt').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const accountId = await account(maker);
  const plain = await statement(maker, { accountId, days: 3, parcels: PARCELS });
  const hostile = await statement(maker, { accountId, days: 3, adresse: HOSTILE.address, isDeclared: true });
  const [first, second] = [
    await receipt(plain, accountId, 'Camille Nuñez'),
    await receipt(hostile, accountId, `${HOSTILE.name}${HOSTILE.long}`),
  ];
  const acknowledged: [string, string][] = [
    ['handover-acknowledged', first],
    ['handover-acknowledged, hostile', second],
    ['handover-acknowledged, two', `${first} ${second}`],
  ];
  for (const [name, receiptId] of acknowledged) {
    await add(maker, { kind: 'handover-acknowledged', name, accountId, params: { receiptId } });
  }
  const more = [];
  for (let index = 0; index < 21; index += 1) more.push(await receipt(plain, accountId, `Acquéreur ${index + 1}`));
  const params = { receiptId: more.join(' ') };
  await add(maker, { kind: 'handover-acknowledged', name: 'handover-acknowledged, many', accountId, params });
  await add(maker, { kind: 'handover-copy', params: { receiptId: first } });
  await add(maker, { kind: 'handover-copy', name: 'handover-copy, hostile', params: { receiptId: second } });
  for (const [name, receiptId] of [
    ['handover-replaced', first],
    ['handover-replaced, hostile', second],
  ] as const)
    await add(maker, { kind: 'handover-replaced', name, params: { receiptId } });
}

export async function mailedHandovers(maker: Maker): Promise<void> {
  const { db } = maker.app.database;
  const hand = async (accountId: number, given: { adresse?: string; message: string }) => {
    const { adresse, message } = given;
    const isDeclared = adresse !== undefined;
    const statementId = await statement(maker, { accountId, days: 3, parcels: PARCELS, isDeclared, ...given });
    const row = { account_id: accountId, statement_id: statementId, edition: 1, label: '', created_at: NOW };
    const { id: handoverId } = await db
      .insertInto('handover')
      .values({ ...row, email: 'camille@exemple.fr' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const name = isDeclared ? 'handover-mailed, hostile' : 'handover-mailed';
    await add(maker, { kind: 'handover-mailed', name, accountId, params: { handoverId, message } });
  };
  const named = async (company: string): Promise<number> => {
    const id = await account(maker);
    await db.updateTable('account').set({ nom_societe: company }).where('id', '=', id).execute();
    return id;
  };
  const message = 'Voici le document dont nous avons parlé.\n\nÀ samedi, pour la visite.\nÉlodie Martin';
  await hand(await named('Agence Martin'), { message });
  await hand(await named(HOSTILE.name), {
    adresse: HOSTILE.address,
    message: `${HOSTILE.name}\n\n${HOSTILE.long}\n`.repeat(4),
  });
}
