import { describe, expect, it } from 'vitest';
import { ApiFailure } from '#lib/api.ts';
import { readSignUpRefusal } from './sign-up-errors.ts';

const TAKEN = 'Cette adresse email est déjà utilisée par un autre compte';
const OTHERWISE = "Erreur lors de l'inscription. Veuillez vérifier vos informations";
const messagesOf = (status: number | null, body: unknown) =>
  readSignUpRefusal(new ApiFailure(status, body)).errors.map(({ message }) => message);

describe('a refusal with a body', () => {
  it.each([
    [{ username: ['Un utilisateur avec ce nom existe déjà.'] }, [TAKEN]],
    [{ username: ['A user with that username already exists.'] }, [TAKEN]],
    [{ email: ['Un objet utilisateur avec ce champ adresse électronique existe déjà.'] }, [TAKEN]],
    [{ email: ['user with this email address already exists.'], username: ['… already exists.'] }, [TAKEN]],
    [{ email: ['Saisissez une adresse e-mail valide.'] }, ['Veuillez saisir une adresse email valide']],
    [{ email: ['Enter a valid email address.'] }, ['Veuillez saisir une adresse email valide']],
    [
      { password: ['Ce mot de passe est trop court. Il doit contenir au minimum 8 caractères.'] },
      ['Votre mot de passe doit contenir au minimum 8 caractères'],
    ],
    [
      { password: ['This password is too common.', 'This password is entirely numeric.'] },
      [
        'Ce mot de passe est trop courant. Choisissez un mot de passe plus original',
        'Votre mot de passe ne peut pas être entièrement composé de chiffres',
      ],
    ],
    [
      { password: ['Ce mot de passe est trop courant.', 'Ce mot de passe est entièrement numérique.'] },
      [
        'Ce mot de passe est trop courant. Choisissez un mot de passe plus original',
        'Votre mot de passe ne peut pas être entièrement composé de chiffres',
      ],
    ],
    [
      { password: ['Le mot de passe est trop semblable au champ «\u00A0adresse électronique\u00A0».'] },
      ['Votre mot de passe est trop similaire à vos autres informations'],
    ],
    [
      { password: 'The password is too similar to the username.' },
      ['Votre mot de passe est trop similaire à vos autres informations'],
    ],
    [{ re_password: ['Ce champ est obligatoire.'] }, ['Les mots de passe saisis ne correspondent pas']],
    [{ non_field_errors: ['Tel quel.'] }, ['Tel quel.']],
    [{ detail: 'Tel quel.' }, ['Tel quel.']],
    [['Création de compte impossible.'], ['Création de compte impossible.']],
    [{ autre: ['x'] }, [OTHERWISE]],
    [{ constructor: ['x'] }, [OTHERWISE]],
  ])('%o → %o', (body, messages) => {
    expect(messagesOf(400, body)).toEqual(messages);
  });

  it('an unforeseen message of a known field → the general sentence, then the server’s own', () => {
    const text = 'Ce mot de passe doit contenir au moins un chiffre.';
    expect(readSignUpRefusal(new ApiFailure(400, { password: [text] }))).toEqual({
      errors: [{ message: OTHERWISE }],
      hint: text,
    });
  });

  it('429 with its detail → the detail as given, then what to do', () => {
    const detail = 'Requête ralentie. Disponible à nouveau dans 60 secondes.';
    expect(readSignUpRefusal(new ApiFailure(429, { detail }))).toEqual({
      errors: [{ message: detail }],
      hint: 'Trop de tentatives. Veuillez attendre quelques minutes avant de réessayer',
    });
  });
});

describe('a refusal without a body', () => {
  it.each([
    [null, 'Erreur de connexion. Vérifiez votre connexion internet et réessayez'],
    [400, 'Données invalides. Veuillez vérifier vos informations'],
    [429, 'Trop de tentatives. Veuillez attendre quelques minutes avant de réessayer'],
    [500, 'Erreur serveur temporaire. Veuillez réessayer dans quelques minutes'],
    [502, 'Service temporairement indisponible. Veuillez réessayer plus tard'],
    [503, 'Service temporairement indisponible. Veuillez réessayer plus tard'],
    [504, 'Service temporairement indisponible. Veuillez réessayer plus tard'],
    [418, "Une erreur inattendue s'est produite. Veuillez réessayer ultérieurement"],
  ])('%s → %s', (status, message) => {
    expect(messagesOf(status, null)).toEqual([message]);
    expect(messagesOf(status, {})).toEqual([message]);
  });
});

it('a timeout → a specific sentence, which says that the account may exist', () => {
  const { errors, hint } = readSignUpRefusal(new ApiFailure(null, null, true));
  expect(errors[0]?.message).toMatch(/trop de temps/);
  expect(hint).toMatch(/peut-être été créé/);
});
