import { describe, expect, it } from 'vitest';
import { checkProfile, formOf, shortPhone, updateOf, type ProfileForm } from './profile-form.ts';

const FORM: ProfileForm = {
  nom: 'Nuñez',
  prenom: 'Élodie',
  telephone: '',
  adresse: '',
  nomSociete: '',
  siren: '',
  statut: 'PAR',
};

describe('checkProfile', () => {
  it('requires a name and a first name, not blank', () => {
    expect(checkProfile({ ...FORM, nom: ' ', prenom: '' })).toEqual({
      nom: 'Le nom est requis.',
      prenom: 'Le prénom est requis.',
    });
  });

  it('names the letter that no document can print', () => {
    expect(checkProfile({ ...FORM, nom: 'Trương', adresse: '漢' })).toEqual({
      adresse: 'La lettre «\u00A0漢\u00A0» ne peut pas être imprimée.',
    });
  });

  it.each(['0123456789', '01 23 45 67 89', '+33123456789', ''])('phone %j → nothing to say', (telephone) => {
    expect(checkProfile({ ...FORM, telephone })).toEqual({});
  });

  it.each(['0012345678', '123456789', '+330123456', '01-23-45-67-89'])('phone %j → refused', (telephone) => {
    expect(checkProfile({ ...FORM, telephone })).toEqual({
      telephone: 'Format invalide (ex: 0123456789 ou 01 23 45 67 89)',
    });
  });
});

describe('the SIREN of a professional', () => {
  it.each(['', '732829320', '732 829 320'])('%j → nothing to say', (siren) => {
    expect(checkProfile({ ...FORM, statut: 'PRO', siren })).toEqual({});
  });

  it.each(['12345678', '1234567890', '73282932X'])('%j → refused, except for a private person', (siren) => {
    expect(checkProfile({ ...FORM, statut: 'PRO', siren })).toEqual({ siren: 'Un SIREN a 9 chiffres.' });
    expect(checkProfile({ ...FORM, siren })).toEqual({});
  });
});

describe('updateOf', () => {
  it('trims; empty phone, address and company are null', () => {
    expect(updateOf({ ...FORM, nom: ' Nuñez ', telephone: ' ', adresse: ' ', statut: 'PRO' })).toEqual({
      nom: 'Nuñez',
      prenom: 'Élodie',
      telephone: null,
      adresse: null,
      nomSociete: null,
      siren: null,
      statut: 'PRO',
    });
  });

  it('sends the SIREN of a professional only, without its spaces', () => {
    expect(updateOf({ ...FORM, siren: ' 732 829 320', statut: 'PRO' }).siren).toBe('732829320');
    expect(updateOf({ ...FORM, siren: '732829320', statut: 'PAR' }).siren).toBeNull();
  });

  it('sends the company of a professional only', () => {
    expect(updateOf({ ...FORM, nomSociete: 'Diag 95', statut: 'PRO' }).nomSociete).toBe('Diag 95');
    expect(updateOf({ ...FORM, nomSociete: 'Diag 95', statut: 'PAR' }).nomSociete).toBeNull();
  });
});

it('formOf a new account → empty fields', () => {
  const nothing = { nom: null, prenom: null, telephone: null, adresse: null, nomSociete: null, siren: null };
  const account = {
    statut: 'PAR',
    nb_credits: 0,
    avis_courriel: true,
    rappels_echeance: true,
    nb_echeances: 0,
    nb_a_completer: 0,
  } as const;
  expect(formOf({ ...nothing, ...account })).toEqual({
    ...FORM,
    nom: '',
    prenom: '',
  });
});

it.each([
  ['+33 6 12 34 56 78', '+33612345678'],
  ['01.23.45.67.89', '0123456789'],
  [' 01 23 45 67 89 ', '01 23 45 67 89'],
  ['01-23-45-67-89', '01-23-45-67-89'],
])('a phone pasted as %j → %j', (pasted, kept) => {
  expect(shortPhone(pasted)).toBe(kept);
});
