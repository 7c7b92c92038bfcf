import { expect, it } from 'vitest';
import { plansState } from './map-zones.ts';

const preview = (rubrique: 'pprn' | 'radon', etat: 'non_obtenu' | 'non_concerne') => ({
  rubriques: [{ rubrique, etat, titre: '', a_verifier: false, phrase: '' }],
});

it('no zone is published, and a plan could not be obtained → not obtained, never « none »', () => {
  expect(plansState('rien_de_publie', preview('pprn', 'non_obtenu'))).toBe('non_obtenu');
  expect(plansState('rien_de_publie', preview('pprn', 'non_concerne'))).toBe('rien_de_publie');
  expect(plansState('rien_de_publie', preview('radon', 'non_obtenu'))).toBe('rien_de_publie');
  expect(plansState('publie', preview('pprn', 'non_obtenu'))).toBe('publie');
  expect(plansState('rien_de_publie', undefined)).toBe('rien_de_publie');
});
