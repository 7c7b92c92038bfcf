import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { capitalised } from '#domain/french.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import { hazardNames } from '#domain/printing/hazards.ts';
import { note, text, type Row } from '#domain/printing/parts.ts';

/** A lot of a co-owned building: the law asks about the building, so the floor changes no answer. */
type Given = Pick<Declarations, 'lot_copropriete'> | null;

/** For the head of the form; `[]` unless the owner declares a lot. */
export function condominiumRows(declarations: Given, { parcels }: Pick<Place, 'parcels'>): Row[] {
  const lot = declarations?.lot_copropriete;
  if (!lot) return [];
  const floor = lot.etage === null ? '' : ` Étage déclaré par le propriétaire : ${floorName(lot.etage)}.`;
  const land = parcels.length > 1 ? 'les parcelles sont celles' : 'la parcelle est celle';
  const whole = `Le bien est un lot de copropriété : ${land} de l’immeuble, et les réponses valent pour l’immeuble entier, parties communes comprises.`;
  return [text('Copropriété', `${whole}${lotSentence(lot)}${floor}`)];
}

/** « Lot n° 12, bâtiment B, d’après le propriétaire. » */
function lotSentence({ numero = '', batiment = '' }: NonNullable<Declarations['lot_copropriete']>): string {
  const number = numero.replace(/^lots?\b\s*/iu, '').replace(/^n°\s*/iu, '');
  const building = batiment.replace(/^b[âa]t(?:iment|\.)?\s+/iu, '');
  const noun = /,|;|\bet\b/u.test(number) ? 'lots' : 'lot';
  const named = [number && `${noun} n° ${number}`, building && `bâtiment ${building}`].filter(Boolean).join(', ');
  return named === '' ? '' : ` ${capitalised(named)}, d’après le propriétaire.`;
}

/** The row beside a plan of floods says what the floor means, without weakening the answer. */
export function floodRows(plan: Ppr, declarations: Given): Row[] {
  const floor = declarations?.lot_copropriete?.etage ?? null;
  if (floor === null || !hazardNames(plan).includes('inondation')) return [];
  return [
    note(
      `Étage déclaré par le propriétaire : ${floorName(floor)}. Le plan vise l’immeuble, à tous ses étages : caves, parkings, accès, réseaux et ascenseurs peuvent être inondés quand le lot ne l’est pas. Hauteurs d’eau : voir la carte et le règlement du plan.`,
    ),
  ];
}

/** « rez-de-chaussée », « 1er étage », « 2e sous-sol » */
function floorName(floor: number): string {
  if (floor === 0) return 'rez-de-chaussée';
  const rank = Math.abs(floor) === 1 ? '1er' : `${Math.abs(floor)}e`;
  return floor > 0 ? `${rank} étage` : `${rank} sous-sol`;
}
