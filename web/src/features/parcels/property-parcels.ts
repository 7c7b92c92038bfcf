import { MOST_PARCELS, shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { parcelCode, type ChosenParcels, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import {
  whyUnread,
  type ReadReferenceCode,
  type TypedReference,
} from '@clairisque/contract/common/parcel-references.ts';

/** A line of the list; without `parcel`, the cadastre does not have it, or its answer is awaited. */
export type ParcelRow = { code: string; parcel: NearbyParcel | null; isChosen: boolean };

/** The first parcel, its neighbours, then the others in the order in which they came: a line never moves. */
export function rowsOf(codes: readonly string[], known: readonly NearbyParcel[]): ParcelRow[] {
  const parcels = new Map(known.toReversed().map((parcel) => [parcelCode(parcel), parcel]));
  const listed = new Set([...codes.slice(0, 1), ...known.map(parcelCode), ...codes]);
  return [...listed].map((code) => ({ code, parcel: parcels.get(code) ?? null, isChosen: codes.includes(code) }));
}

const NUMBER = new Intl.NumberFormat('fr-FR');

/** « 4 parcelles, 1 234 m² au total (1 sans surface connue) » */
export function totalOf(codes: readonly string[], parcels: readonly NearbyParcel[]): string {
  const chosen = parcels.filter((parcel) => codes.includes(parcelCode(parcel)));
  const areas = chosen.flatMap(({ contenance }) => contenance ?? []);
  const count = codes.length === 1 ? '1\u00A0parcelle' : `${codes.length}\u00A0parcelles`;
  if (areas.length === 0) return count;
  const sum = areas.reduce((total, area) => total + area, 0);
  const unknown = codes.length - areas.length;
  return `${count}, ${areaText(sum)} au total${unknown === 0 ? '' : ` (${unknown} sans surface connue)`}`;
}

/** The fiscal area; the cadastre lacks some. */
export const areaOf = ({ contenance }: NearbyParcel): string =>
  contenance === null ? 'surface inconnue' : areaText(contenance);

const areaText = (squareMetres: number): string => `${NUMBER.format(squareMetres)}\u00A0m²`;

/** What changed in the chosen parcels, for screen readers; null for nothing. */
export function changeOf(before: readonly string[], now: readonly string[]): string | null {
  const added = now.filter((code) => !before.includes(code));
  const removed = before.filter((code) => !now.includes(code));
  const sentences = [sentenceOf(added, 'ajoutée'), sentenceOf(removed, 'retirée')].filter((one) => one !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function sentenceOf(codes: readonly string[], done: string): string | null {
  const [first] = codes;
  if (first === undefined) return null;
  return codes.length === 1 ? `Parcelle ${shortParcel(first)} ${done}.` : `${codes.length} parcelles ${done}s.`;
}

export const tooMany = (code: string): string =>
  `Un état des risques porte sur ${MOST_PARCELS} parcelles au plus\u00A0: retirez-en une pour ajouter ${shortParcel(code)}.`;

export const firstStays = (code: string): string =>
  `${shortParcel(code)} est la parcelle de l’adresse\u00A0: cherchez une autre adresse pour la changer.`;

/** Result of pasting references. */
export type PastedOutcome = {
  added: NearbyParcel[];
  /** Chosen already, or twice in the text. */
  repeated: string[];
  /** References that were not taken, with the reason. */
  faults: (TypedReference & { reason: string })[];
  /** References after the fiftieth parcel: not looked up. */
  beyond: TypedReference[];
};

type AskCadastre = (codes: string[]) => Promise<Pick<ChosenParcels, 'parcelles' | 'inconnues' | 'sans_contour'>>;
type Pasted = { read: ReadReferenceCode[]; unread: TypedReference[]; codes: readonly string[] };

/** Looks pasted references up, fifty at a time, until the property has its fifty parcels. */
export async function lookUp({ read, unread, codes }: Pasted, ask: AskCadastre): Promise<PastedOutcome> {
  const { fresh, repeated } = withoutRepeats(read, codes);
  const faults: PastedOutcome['faults'] = unread.map((typed) => ({ ...typed, reason: whyUnread(typed.text) }));
  const added: NearbyParcel[] = [];
  let rest = fresh;
  while (rest.length > 0 && codes.length + added.length < MOST_PARCELS) {
    const batch = rest.slice(0, MOST_PARCELS - codes.length - added.length);
    rest = rest.slice(batch.length);
    const { parcelles, inconnues, sans_contour } = await ask(batch.map(({ code }) => code));
    added.push(...parcelles);
    for (const { code, ...typed } of batch) {
      if (inconnues.includes(code)) faults.push({ ...typed, reason: unknownReason(code) });
      if (sans_contour.includes(code)) faults.push({ ...typed, reason: UNDRAWN });
    }
  }
  return { added, repeated, faults: faults.toSorted((one, other) => one.line - other.line), beyond: rest };
}

function withoutRepeats(read: ReadReferenceCode[], codes: readonly string[]) {
  const met = new Set(codes);
  const fresh: ReadReferenceCode[] = [];
  const repeated = new Set<string>();
  for (const reference of read) {
    if (met.has(reference.code)) repeated.add(reference.code);
    else fresh.push(reference);
    met.add(reference.code);
  }
  return { fresh, repeated: [...repeated] };
}

const UNDRAWN = 'le cadastre n’en donne pas le contour.';

function unknownReason(code: string): string {
  const [reference = '', commune = ''] = code.split('@');
  const prefix = reference.startsWith('000') ? ', sans préfixe' : '';
  return `le cadastre n’a pas cette parcelle dans la commune ${commune}${prefix}.`;
}
