import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED });

test('what a tool proposes is read, accepted and printed by the owner; nothing is declared before', async ({
  page,
  issued,
  sql,
}) => {
  const { id, reference } = await issued();
  await sql(
    `insert into answer_request (account_id, statement_id, edition, label, questions, created_at, expires_on, answers, proposed_by)
     select account_id, id, 1, '', array['E.installation-classee'], now(), current_date + 20,
       '{"E.installation-classee": "non"}', 'Assistant de l’agence' from statement where id = $1`,
    [id],
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/completer/${id}`);
  const proposal = page.getByRole('listitem', { name: 'Proposition de l’outil « Assistant de l’agence »' });
  await expect(page.getByRole('heading', { name: 'Demandes et propositions' })).toBeVisible();
  await expect(proposal.getByText('À accepter', { exact: true })).toBeVisible();
  await expect(proposal.getByText(/Rien n’est déclaré tant que vous ne les acceptez pas\./)).toBeVisible();
  await expect(proposal.getByText('Non', { exact: true })).toBeVisible();
  await expect(proposal.getByRole('button', { name: 'Révoquer' })).toBeHidden();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('heading', { name: 'Une réponse à imprimer' })).toBeHidden();
  await proposal.getByRole('button', { name: 'Accepter ces réponses' }).click();
  await expect(proposal.getByText('Acceptée', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Une réponse à imprimer' })).toBeVisible();
  await page.getByRole('button', { name: 'Imprimer l’état complété' }).click();
  await expect(page.getByText(`${reference}-C1 est prêt`)).toBeVisible();
});
