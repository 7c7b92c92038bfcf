import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { ColumnField, RowInput } from '@clairisque/contract/batches.v3.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { declaredIn, DECLARED_TITLES } from './declared.rules.ts';
import type { Line } from './file.service.ts';
import { cellsOfPlanned, PLANNED_TITLES } from './planned.rules.ts';
import { faultOf, requestOf, type Beside, type ReadInput, type Refusal } from './requests.rules.ts';
import type { NewRow } from './rows.queries.ts';

/** Titles of columns, without accents, in French software and in API v3. */
const TITLES: Record<ColumnField, RegExp> = {
  number: /^(adresse )?(numero|num|number|no|n)( (de |dans la )?(voie|rue))?$/,
  suffix: /^(adresse )?(rep|repetition|indice( de)? repetition|suffixe?|suffix|b t q|btq)$/,
  way_type: /^((type|nature)( de)?( la)? voie|way type)$/,
  address:
    /^(adresse( complete| du bien| bien)?|address|rue|numero et voie|((adresse )?(nom|libelle)( de)?( la)? )?voie)$/,
  postcode: /^(code postal|cp|postcode|zip)$/,
  city: /^((nom )?(de )?(la )?(commune|ville)|city|localite)$/,
  parcels: /^(parcel(le)?s?|ref(erence)?s? cadastrales?|cadastre|idu|(codes?|id) parcelles?)$/,
  longitude: /^(longitude|lon|lng)$/,
  latitude: /^(latitude|lat)$/,
  transaction: /^(transaction|type( de transaction)?|nature)$/,
  owner: /^(vendeur|bailleur|vendeur ou bailleur|proprietaire|owner)$/,
  recipient: /^(acquereur|acheteur|locataire|acquereur ou locataire|recipient)$/,
  reference:
    /^((votre |ma |notre |your )?(reference|ref)( (interne|client|du dossier|dossier|mandat))?|(numero |n )?(de )?(dossier|mandat))$/,
  owner_email:
    /^((adresse )?(e ?mail|courriel)( du)?( de la| de l)?( vendeur| bailleur| proprietaire)?|owner e ?mail)$/,
  ...DECLARED_TITLES,
  ...PLANNED_TITLES,
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

type Cells = Partial<Record<ColumnField, string>>;
type Transaction = StatementRequest['transaction'];

/** What the columns hold, and the transaction of the lines that say none. */
type Meaning = { fields: Fields; transaction: Transaction | null };

/** One line of a file as a row. */
export function rowOfLine({ line, cells: written }: Line, meaning: Meaning): NewRow {
  const cells = written.map((cell) => asText(legible(cell).trim()));
  return { position: line, ...rowOfCells(cells, meaning), cells };
}

/** The cells of a line, as a row. */
export function rowOfCells(
  cells: readonly string[],
  { fields, transaction }: Meaning,
): Omit<NewRow, 'position' | 'cells'> {
  const values: Cells = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index] ?? '';
    if (field !== null && cell !== '') values[field] = cell;
  }
  const beside = besideIn(values);
  const extra = cells.length > fields.length && cells.slice(fields.length).some((cell) => cell !== '');
  const input = inputIn(values, transaction);
  const read = extra ? { refusal: tooManyCells(cells.length, fields.length) } : readCells(values, input, beside);
  const row = { given: givenIn(values).slice(0, 300) };
  return 'refusal' in read
    ? {
        ...row,
        state: 'refused',
        request: null,
        input: { ...shortened(input), ...('refusal' in beside ? {} : beside) },
        problem: problemOf(read),
      }
    : { ...row, state: 'waiting', request: read.request, input: null, problem: null };
}

/** What its owner will find, and edit, in a row that is refused. */
const LONGEST = 1_000;
const shortened = (input: RowInput): RowInput => {
  const texts = Object.entries(input).map(([name, value]) => [name, value.slice(0, LONGEST)]);
  return Object.fromEntries(texts) as RowInput;
};

function inputIn(values: Cells, usual: Transaction | null): RowInput {
  const { parcels = '', owner = '', recipient = '', reference = '', owner_email = '' } = values;
  const transaction = values.transaction === undefined ? usual : transactionIn(values.transaction);
  const commune = parcels === '' ? '' : communeIn(values);
  const said = { address: addressIn(values), parcels, commune, transaction: transaction ?? '' } as const;
  return { ...said, owner, recipient, reference, owner_email, ...cellsOfPlanned(values) };
}

/** A postcode alone may be of several communes, and the code of another. */
function communeIn(values: Cells): string {
  const { city } = values;
  if (city === undefined || /^\d/.test(city)) return city ?? '';
  return [postcodeIn(values), city].filter(Boolean).join(' ');
}

function readCells(values: Cells, input: RowInput, beside: ReturnType<typeof besideIn>): ReadInput {
  if ('refusal' in beside) return beside;
  if (input.transaction === '') return { refusal: noTransaction(values.transaction), field: 'transaction' };
  return requestOf(input, beside);
}

/** What a line says beside its words: a point, and the owner's declarations, for the contract to check. */
function besideIn(values: Cells): { refusal: string } | Beside {
  const point = pointIn(values);
  if (typeof point === 'string') return { refusal: point };
  const declared = declaredIn(values);
  if ('refusal' in declared) return declared;
  return { ...(point && { point }), ...declared };
}

/**
 * A formula for a text, so that a spreadsheet keeps the zero of « ="06000" »; an apostrophe of ours, so that it
 * evaluates nothing.
 */
const asText = (cell: string): string =>
  /^="([^"]*)"$/.exec(cell)?.[1]?.trim() ?? cell.replace(/^'(?=[=+@＝＋＠－-])/, '');

const problemOf = (refusal: Refusal) => ({
  code: 'invalid_input',
  detail: refusal.refusal,
  candidates: [],
  ...(refusal.field !== undefined && { errors: [faultOf(refusal)] }),
});

const tooManyCells = (cells: number, columns: number): string =>
  `Cette ligne a ${cells} cellules pour ${columns} colonnes\u00A0: un séparateur ou un guillemet y est de trop.`;

function givenIn(values: Cells): string {
  const address = addressIn(values);
  if (address !== '') return address;
  return values.parcels ?? [values.longitude, values.latitude].filter(Boolean).join(' ; ');
}

/** The whole address. A street may be named after a town: only « 35000 Rennes » at the end names the commune. */
function addressIn({ address: adresse, city: commune, ...values }: Cells): string {
  if (adresse === undefined) return '';
  const postcode = postcodeIn(values);
  const known = plain(adresse);
  const isPostcodeKnown = postcode !== undefined && ` ${known} `.includes(` ${plain(postcode)} `);
  const isCommuneKnown = commune !== undefined && known.endsWith(` ${plain(commune)}`) && namesPostcode(known, commune);
  const way = [...doorIn(values, adresse), adresse, isPostcodeKnown ? undefined : postcode];
  return [...way, isCommuneKnown ? undefined : commune].filter((part) => part !== undefined).join(' ');
}

/** A spreadsheet drops the zero of « 01000 ». */
const postcodeIn = ({ postcode }: Cells): string | undefined => postcode?.replace(/^\d{4}$/, '0$&');

const namesPostcode = (known: string, commune: string): boolean =>
  /^\d{5} /.test(plain(commune)) || /(^| )\d{5}$/.test(known.slice(0, -plain(commune).length).trim());

const STARTS_WITH_NUMBER =
  /^\d+ ?(bis|ter|quater|[a-z])? (rue|r|avenue|av|ave|boulevard|bd|place|pl|chemin|ch|route|rte|impasse|imp|allee|all|quai|cours|square|sq|lieu|villa|cite|passage)( |$)/;

/** Number, suffix and kind of way from their own columns, unless the address begins with them. */
function doorIn({ number: numero, suffix, way_type: kind }: Cells, adresse: string): (string | undefined)[] {
  const known = plain(adresse);
  const isNumbered = numero === undefined || STARTS_WITH_NUMBER.test(known);
  const hasKind = kind === undefined || known.startsWith(`${plain(kind)} `);
  return [
    isNumbered ? undefined : `${numero}${suffix === undefined ? '' : ` ${suffix}`}`,
    hasKind || STARTS_WITH_NUMBER.test(known) ? undefined : kind,
  ];
}

function noTransaction(given: string | undefined): string {
  const what =
    given === undefined ? 'La transaction manque' : `«\u00A0${short(given)}\u00A0» n’est pas une transaction`;
  return `${what}\u00A0: écrivez vente ou location.`;
}

function transactionIn(text: string): Transaction | null {
  const word = plain(text);
  if (/^(vente|sale|v)$/.test(word)) return 'sale';
  return /^(location|bail|lease|l)$/.test(word) ? 'lease' : null;
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
