import { describe, expect, it } from 'vitest';
import { ApiFailure } from '#lib/api.ts';
import { TOO_SLOW } from '#lib/refusal-sentence.ts';
import { passwordRefusal, profileRefusal } from './refusals.ts';

const CURRENT = 'Le mot de passe actuel est incorrect.';
const WEAK = 'Le nouveau mot de passe ne respecte pas les critères de sécurité.';
const TOO_MANY = 'Trop de tentatives. Veuillez patienter avant de réessayer.';
const NO_ANSWER = 'Problème de connexion. Vérifiez votre connexion internet.';
const UNEXPECTED = "Une erreur inattendue s'est produite.";

describe('passwordRefusal', () => {
  it.each([
    [400, null, CURRENT],
    [400, { current_password: ['Mot de passe invalide.'] }, CURRENT],
    [400, { current_password: ['Obligatoire.'], new_password: ['Obligatoire.'] }, CURRENT],
    [422, null, WEAK],
    [429, { detail: 'Requête ralentie.' }, TOO_MANY],
    [500, null, "Une erreur s'est produite lors de la modification du mot de passe."],
    [404, null, "Une erreur s'est produite lors de la modification du mot de passe."],
    [null, null, NO_ANSWER],
  ])('%s %j → « %s »', (status, body, sentence) => {
    expect(passwordRefusal(new ApiFailure(status, body))).toEqual({ sentence, reasons: [] });
  });

  it.each([400, 422])('%s about the new one alone → the criteria, with the reasons of the server', (status) => {
    const reasons = ['Ce mot de passe est trop courant.', 'Ce mot de passe est entièrement numérique.'];
    expect(passwordRefusal(new ApiFailure(status, { new_password: reasons }))).toEqual({ sentence: WEAK, reasons });
  });

  it('an internal error → unexpected', () => {
    expect(passwordRefusal(new TypeError('bug'))).toEqual({ sentence: UNEXPECTED, reasons: [] });
  });
});

it.each([
  [new ApiFailure(400, null), 'Données invalides. Vérifiez les informations saisies.'],
  [new ApiFailure(422, null), 'Certaines informations ne sont pas valides.'],
  [new ApiFailure(429, { detail: 'Requête ralentie.' }), TOO_MANY],
  [new ApiFailure(500, { detail: 'Incident 12' }), "Une erreur s'est produite lors de la mise à jour."],
  [new ApiFailure(null, null, true), TOO_SLOW],
  [new TypeError('bug'), UNEXPECTED],
])('profileRefusal %o → « %s »', (error, sentence) => {
  expect(profileRefusal(error)).toEqual({ sentence, reasons: [] });
});

it('profileRefusal gives the messages of the fields', () => {
  const body = { telephone: ['Trop long.'], nom: ['Le nom est requis.'] };
  expect(profileRefusal(new ApiFailure(400, body)).reasons).toEqual(['Trop long.', 'Le nom est requis.']);
});
