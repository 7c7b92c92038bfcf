import { beforeAll, expect, it } from 'vitest';
import { sharedApp } from '#test/app.ts';
import {
  clientOf,
  createPerson,
  mailedLink,
  OTHER_PASSWORD,
  PASSWORD,
  type Client,
  type Person,
} from '#test/people.ts';

const app = sharedApp();
let client: Client;
beforeAll(async () => {
  client = clientOf(app);
});

const WRONG = { current_password: ['Mot de passe invalide.'] };
const change = (token: string, body: unknown) => client.post('users/set_password/', body, token);
const signedIn = async (): Promise<{ person: Person; token: string }> => {
  const person = await createPerson(app);
  return { person, token: await client.sessionOf(person) };
};

it('a valid change → 204; only the new password logs in; this session stays, the others and the mailed links end', async () => {
  const { person, token } = await signedIn();
  const other = await client.sessionOf(person);
  const link = await mailedLink(app, person, 'password_reset');
  expect(await change(token, { current_password: PASSWORD, new_password: OTHER_PASSWORD })).toMatchObject({
    status: 204,
    body: '',
  });
  expect(await client.statusOf(token)).toBe(200);
  expect(await client.statusOf(other)).toBe(401);
  expect((await client.login(person.username)).status).toBe(400);
  expect((await client.login(person.username, OTHER_PASSWORD)).status).toBe(200);
  expect((await client.post('users/reset_password_confirm/', { ...link, new_password: 'Encore-Autre-9' })).status).toBe(
    400,
  );
  const mails = await app.database.db
    .selectFrom('outgoing_mail')
    .select('kind')
    .where('recipient', '=', person.email)
    .execute();
  expect(mails).toEqual([{ kind: 'password-changed' }]);
});

it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['nothing', {}, { current_password: ['Ce champ est obligatoire.'], new_password: ['Ce champ est obligatoire.'] }],
  [
    'blank',
    { current_password: '', new_password: ' ' },
    { current_password: ['Ce champ ne peut être vide.'], new_password: ['Ce champ ne peut être vide.'] },
  ],
  ['a wrong current password, reported alone', { current_password: OTHER_PASSWORD, new_password: '666' }, WRONG],
  [
    'a weak new one',
    { current_password: PASSWORD, new_password: 'jklmnopq1!' },
    { new_password: ['Ce mot de passe doit contenir au moins une lettre majuscule.'] },
  ],
])('%s → 400, nothing changed', async (_case, body, errors) => {
  const { person, token } = await signedIn();
  const answer = await change(token, body);
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: errors });
  expect((await client.login(person.username)).status).toBe(200);
});

it('similar to the e-mail of the account → 400', async () => {
  const person = await createPerson(app, { email: `gudule.vandenbroucke@exemple.fr` });
  const token = await client.sessionOf(person);
  expect(await change(token, { current_password: PASSWORD, new_password: 'Gudule-Vandenbroucke7' })).toMatchObject({
    status: 400,
    body: { new_password: ['Le mot de passe est trop semblable au champ «\u00A0nom d’utilisateur\u00A0».'] },
  });
});

it('the same password as before is accepted; re_new_password is not read', async () => {
  const { token } = await signedIn();
  const body = { current_password: PASSWORD, new_password: PASSWORD, re_new_password: 'autre' };
  expect((await change(token, body)).status).toBe(204);
});

it('without a token → 401', async () => {
  expect((await client.post('users/set_password/', {})).status).toBe(401);
});

it('two concurrent changes from two sessions → one wins, and only its session is left', async () => {
  const { person, token } = await signedIn();
  const tokens = [token, await client.sessionOf(person)];
  const wanted = ['Premier-Choix-7', 'Second-Choix-8'];
  const answers = await Promise.all(
    tokens.map((token, index) => change(token, { current_password: PASSWORD, new_password: wanted[index] })),
  );
  const winner = answers.findIndex(({ status }) => status === 204);
  expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
  expect([400, 401]).toContain(answers[1 - winner]?.status);
  expect((await client.login(person.username, wanted[winner])).status).toBe(200);
  expect(await client.statusOf(tokens[winner]!)).toBe(200);
  expect(await client.statusOf(tokens[1 - winner]!)).toBe(401);
});
