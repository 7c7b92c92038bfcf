import { StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { ColumnField } from '@clairisque/contract/batches.ts';
import { MOST_PARCELS } from '@clairisque/contract/common/parcel-codes.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { ParcelKey } from '@clairisque/contract/common/v3.ts';
import type { ZodError } from 'zod';
import { declaredFault, declaredIn, DECLARED_TITLES } from './declared.rules.ts';
import type { Line } from './file.service.ts';
import type { NewRow } from './rows.queries.ts';

/** Titles of columns, without accents, in French software and in API v3. */
const TITLES: Record<ColumnField, RegExp> = {
  numero: /^(adresse )?(numero|num|no|n)( (de |dans la )?(voie|rue))?$/,
  repetition: /^(adresse )?(rep|repetition|indice( de)? repetition|suffixe?|b t q|btq)$/,
  type_voie: /^(type|nature)( de)?( la)? voie$/,
  adresse:
    /^(adresse( complete| du bien| bien)?|address|rue|numero et voie|((adresse )?(nom|libelle)( de)?( la)? )?voie)$/,
  code_postal: /^(code postal|cp|postcode|zip)$/,
  commune: /^((nom )?(de )?(la )?(commune|ville)|city|localite)$/,
  parcelles: /^(parcel(le)?s?|ref(erence)?s? cadastrales?|cadastre|idu|(codes?|id) parcelles?)$/,
  longitude: /^(longitude|lon|lng)$/,
  latitude: /^(latitude|lat)$/,
  transaction: /^(transaction|type( de transaction)?|nature)$/,
  vendeur: /^(vendeur|bailleur|vendeur ou bailleur|proprietaire|owner)$/,
  acquereur: /^(acquereur|acheteur|locataire|acquereur ou locataire|recipient)$/,
  ...DECLARED_TITLES,
};
type Fields = readonly (ColumnField | null)[];

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** What each column probably holds; the first of two that hold the same. */
export function fieldsIn(header: readonly string[]): Fields {
  const taken = new Set<ColumnField>();
  return header.map((title) => {
    const names = Object.keys(TITLES) as ColumnField[];
    const field = names.find((name) => !taken.has(name) && TITLES[name].test(plain(title)));
    if (field === undefined) return null;
    taken.add(field);
    return field;
  });
}

/** A sentence, or the request of the line. */
type Read = { refusal: string } | { request: StatementRequest };
type Cells = Partial<Record<ColumnField, string>>;
type Transaction = StatementRequest['transaction'];

/** One line of a file as a row. `transaction`: of the lines that say none. */
export function rowOfLine(
  { line, cells }: Line,
  { fields, transaction }: { fields: Fields; transaction: Transaction | null },
): NewRow {
  const values: Cells = {};
  for (const [index, field] of fields.entries()) {
    const cell = asText(legible(cells[index] ?? '').trim());
    if (field !== null && cell !== '') values[field] = cell;
  }
  const given = givenIn(values);
  const extra = cells.length > fields.length && cells.slice(fields.length).some((cell) => cell !== '');
  const read = extra ? { refusal: tooManyCells(cells.length, fields.length) } : requestOf(values, transaction);
  const row = { position: line, given: given.slice(0, 300) };
  return 'refusal' in read
    ? { ...row, state: 'refused', request: null, problem: problemOf(read.refusal) }
    : { ...row, state: 'waiting', request: read.request, problem: null };
}

/** A formula for a text, so that a spreadsheet keeps the zero of « ="06000" ». */
const asText = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1]?.trim() ?? cell;

const problemOf = (detail: string) => ({ code: 'invalid_input', detail, candidates: [] });

const tooManyCells = (cells: number, columns: number): string =>
  `Cette ligne a ${cells} cellules pour ${columns} colonnes\u00A0: un séparateur ou un guillemet y est de trop.`;

function givenIn(values: Cells): string {
  const address = addressIn(values);
  if (address !== '') return address;
  return values.parcelles ?? [values.longitude, values.latitude].filter(Boolean).join(' ; ');
}

/** The whole address. A street may be named after a town: only « 35000 Rennes » at the end names the commune. */
function addressIn({ adresse, code_postal: code, commune, ...door }: Cells): string {
  if (adresse === undefined) return '';
  // A spreadsheet drops the zero of « 01000 ».
  const postcode = code?.replace(/^\d{4}$/, '0$&');
  const known = plain(adresse);
  const isPostcodeKnown = postcode !== undefined && ` ${known} `.includes(` ${plain(postcode)} `);
  const isCommuneKnown = commune !== undefined && known.endsWith(` ${plain(commune)}`) && namesPostcode(known, commune);
  const way = [...doorIn(door, adresse), adresse, isPostcodeKnown ? undefined : postcode];
  return [...way, isCommuneKnown ? undefined : commune].filter((part) => part !== undefined).join(' ');
}

const namesPostcode = (known: string, commune: string): boolean =>
  /(^| )\d{5}$/.test(known.slice(0, -plain(commune).length).trim());

const STARTS_WITH_NUMBER =
  /^\d+ ?(bis|ter|quater|[a-z])? (rue|r|avenue|av|ave|boulevard|bd|place|pl|chemin|ch|route|rte|impasse|imp|allee|all|quai|cours|square|sq|lieu|villa|cite|passage)( |$)/;

/** Number, suffix and kind of way from their own columns, unless the address begins with them. */
function doorIn({ numero, repetition, type_voie: kind }: Cells, adresse: string): (string | undefined)[] {
  const known = plain(adresse);
  const isNumbered = numero === undefined || STARTS_WITH_NUMBER.test(known);
  const hasKind = kind === undefined || known.startsWith(`${plain(kind)} `);
  return [
    isNumbered ? undefined : `${numero}${repetition === undefined ? '' : ` ${repetition}`}`,
    hasKind || STARTS_WITH_NUMBER.test(known) ? undefined : kind,
  ];
}

function requestOf(values: Cells, usual: Transaction | null): Read {
  const transaction = values.transaction === undefined ? usual : transactionIn(values.transaction);
  const place = placeIn(values);
  if (transaction === null) return { refusal: noTransaction(values.transaction) };
  if (typeof place === 'string') return { refusal: place };
  const parties = { owner: values.vendeur ?? '', recipient: values.acquereur ?? '' };
  const declared = declaredIn(values);
  if ('refusal' in declared) return declared;
  const request = StatementRequest.safeParse({ transaction, ...place, parties, ...declared });
  if (request.success) return { request: request.data };
  return { refusal: sentenceOf(request.error.issues[0]) };
}

function sentenceOf(fault: ZodError['issues'][number] | undefined): string {
  // The contract's own sentence, such as that of a letter that cannot be printed.
  if (fault?.code === 'custom') return fault.message;
  if (fault?.path[0] === 'declarations') return declaredFault(fault);
  return fault?.path[0] === 'parties' ? 'Un nom dépasse 300 caractères.' : 'Une valeur de cette ligne est refusée.';
}

function noTransaction(given: string | undefined): string {
  const what =
    given === undefined ? 'La transaction manque' : `«\u00A0${short(given)}\u00A0» n’est pas une transaction`;
  return `${what}\u00A0: écrivez vente ou location.`;
}

/** What says where the property is, or a sentence. */
function placeIn(values: Cells): Pick<StatementRequest, 'address' | 'parcels' | 'point'> | string {
  const parcels = parcelsIn(values.parcelles);
  const point = pointIn(values);
  const address = addressIn(values) || undefined;
  if (typeof parcels === 'string') return parcels;
  if (typeof point === 'string') return point;
  if ((address?.length ?? 0) > 300) return 'L’adresse dépasse 300 caractères.';
  if ((address ?? parcels ?? point) === undefined) return 'Cette ligne n’a ni adresse, ni parcelle, ni point.';
  return { address, parcels, point };
}

function transactionIn(text: string): Transaction | null {
  const word = plain(text);
  if (/^(vente|sale|v)$/.test(word)) return 'sale';
  return /^(location|bail|lease|l)$/.test(word) ? 'lease' : null;
}

function parcelsIn(text: string | undefined): string[] | string | undefined {
  if (text === undefined) return undefined;
  const codes: string[] = [];
  for (const part of text.split(/[\s,;+|]+/).filter(Boolean)) {
    const { data: code } = ParcelKey.safeParse(part);
    if (code === undefined) {
      return `«\u00A0${short(part)}\u00A0» n’est pas une référence de parcelle\u00A0: écrivez 95280000AB0001 ou 000-AB-0001@95280.`;
    }
    if (!codes.includes(code)) codes.push(code);
  }
  return codes.length > MOST_PARCELS ? `Un état des risques porte sur ${MOST_PARCELS} parcelles au plus.` : codes;
}

function pointIn({ longitude, latitude }: Cells): StatementRequest['point'] | string {
  if (longitude === undefined && latitude === undefined) return undefined;
  const [east, north] = [longitude, latitude].map(degreesIn);
  if (east === undefined || north === undefined || Math.abs(east) > 180 || Math.abs(north) > 90) {
    return 'La longitude et la latitude sont à écrire toutes deux en degrés\u00A0: 2,4745 et 49,0325.';
  }
  return { longitude: east, latitude: north };
}

const degreesIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,3}(?:[.,]\d{1,15})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
