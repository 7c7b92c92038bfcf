import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { readBespoke } from './bespoke-request.ts';
import { bespokeRefusal } from './pricing.ts';

test.each([
  ['as specified', { quantité: 12, duree: 'illimité' }, [12, null]],
  ['key in NFD', { ['quantité'.normalize('NFD')]: 12, duree: 'illimité' }, [12, null]],
  ['key without accent', { quantite: 300, duree: '3' }, [300, 3]],
  ['value in NFD, capital', { quantité: 5, duree: 'Illimité'.normalize('NFD') }, [5, null]],
  ['numbers as text', { quantité: '250', duree: 2 }, [250, 2]],
  ['others ignored', { quantité: 100, duree: '1', prix: 0.01 }, [100, 1]],
])('%s', (_, body, [quantity, months]) => {
  expect(readBespoke(body)).toEqual({ order: { quantity, months } });
});

const NOT_A_QUANTITY = 'La quantité doit être un nombre entier de crédits.';
const NOT_A_DURATION = 'La durée doit être «\u00A0illimité\u00A0» ou un nombre de mois, de 1 à 6.';
test.each([
  [{}, NOT_A_QUANTITY],
  [{ quantité: 1.5, duree: 'illimité' }, NOT_A_QUANTITY],
  [{ quantité: '1e3', duree: 'illimité' }, NOT_A_QUANTITY],
  [{ quantité: ' 12', duree: 'illimité' }, NOT_A_QUANTITY],
  [{ quantité: null, duree: 'illimité' }, NOT_A_QUANTITY],
  [{ quantité: [12], duree: 'illimité' }, NOT_A_QUANTITY],
  [{ quantité: 5, ['quantité'.normalize('NFD')]: 500, duree: 'illimité' }, NOT_A_QUANTITY],
  [{ quantité: 12 }, NOT_A_DURATION],
  [{ quantité: 700, duree: '7' }, NOT_A_DURATION],
  [{ quantité: 100, duree: '0' }, NOT_A_DURATION],
  [{ quantité: 100, duree: '1.5' }, NOT_A_DURATION],
  [{ quantité: 99, duree: '1' }, 'La quantité minimale est de 100 crédits.'],
  [{ quantité: 99_999, duree: '1' }, 'La quantité ne peut pas dépasser 10 000 crédits.'],
])('%o is refused', (body, refusal) => {
  expect(readBespoke(body)).toEqual({ refusal });
});

test('any body is an order within the limits or a refusal', () => {
  const value = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constantFrom('illimité', '1', '6'), fc.anything());
  fc.assert(
    fc.property(value, value, (quantité, duree) => {
      const reading = readBespoke({ quantité, duree });
      expect('refusal' in reading || bespokeRefusal(reading.order) === null).toBe(true);
    }),
    propertyRuns(),
  );
});
