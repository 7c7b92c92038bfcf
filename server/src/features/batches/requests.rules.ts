import { RowRequest, type RowInput } from '@clairisque/contract/batches.v3.ts';
import { hasCommune } from '@clairisque/contract/common/parcel-references.ts';
import { MOST_PARCELS, shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { isEmail } from '@clairisque/contract/common/text.ts';
import type { ZodError } from 'zod';
import { declaredFault } from './declared.rules.ts';
import { cellsOfPlanned, plannedIn } from './planned.rules.ts';

/** A sentence, with the words that it is about when one field is at fault. */
export type Refusal = { refusal: string; field?: keyof RowInput | undefined };
export type ReadInput = Refusal | { request: RowRequest };
/** What a row keeps beside what its owner writes. */
export type Beside = {
  point?: RowRequest['point'] | undefined;
  logo?: RowRequest['logo'] | undefined;
  metadata?: RowRequest['metadata'] | undefined;
  /** For the contract to check. */
  declarations?: unknown;
  answers?: RowRequest['answers'] | undefined;
};
/** A row without a request keeps this. */
export type StoredInput = RowInput & Pick<Beside, 'point' | 'declarations'>;

/** Labels of a statement that come from columns. */
const REFERENCE = 'reference';
const OWNER_EMAIL = 'owner_email';

const NOTHING_SAID: RowInput = {
  address: '',
  parcels: '',
  commune: '',
  transaction: '',
  owner: '',
  recipient: '',
  reference: '',
  owner_email: '',
  preliminary_contract: '',
  deed: '',
  lease: '',
};

/** The request that its owner's words make. */
export function requestOf(input: RowInput, { point, metadata: labels, ...beside }: Beside): ReadInput {
  const { address, parcels, commune, transaction, owner, recipient, reference, owner_email: email } = input;
  const refusal = refusalOf(input, point !== undefined);
  if (refusal !== null) return refusal;
  const planned = plannedIn(input);
  if ('refusal' in planned) return planned;
  const metadata = Object.entries({ ...labels, [REFERENCE]: reference, [OWNER_EMAIL]: email });
  const read = RowRequest.safeParse({
    ...beside,
    ...planned,
    transaction,
    point,
    parties: { owner, recipient },
    ...(address !== '' && { address }),
    ...(parcels !== '' && { parcels: [parcels], ...(commune !== '' && { commune }) }),
    metadata: Object.fromEntries(metadata.filter(([, value]) => value !== '')),
  });
  if (read.success) return { request: tidied(read.data) };
  const [fault] = read.error.issues;
  return { refusal: sentenceOf(fault), field: fieldOf(fault) };
}

/** A refusal that the contract would say less plainly; null when it may read the row. */
function refusalOf({ transaction, address, parcels, owner_email: email }: RowInput, hasPoint: boolean): Refusal | null {
  if (transaction === '')
    return { refusal: 'La transaction manque\u00A0: écrivez vente ou location.', field: 'transaction' };
  if (address === '' && parcels === '' && !hasPoint)
    return { refusal: 'Cette ligne n’a ni adresse, ni parcelle, ni point.', field: 'address' };
  if (email === '' || isEmail(email)) return null;
  return { refusal: 'L’adresse e-mail du vendeur n’est pas valide.', field: 'owner_email' };
}

/** The words that a fault of the contract is about. */
function fieldOf(fault: ZodError['issues'][number] | undefined): keyof RowInput | undefined {
  const names = Object.keys(NOTHING_SAID) as (keyof RowInput)[];
  return names.find((name) => fault?.path[0] === name || fault?.path[1] === name);
}

/** A refused row, or a refused change of it, as API v3 says it. */
export const faultOf = ({ refusal, field }: Refusal) => ({
  pointer: field === undefined ? '' : `/${field}`,
  title: 'The row cannot be read.',
  detail: refusal,
});

/** The request without fields that say nothing more. */
function tidied({ commune, metadata, ...request }: RowRequest): RowRequest {
  const isCommuneNeeded = request.parcels?.some((code) => !hasCommune(code)) === true;
  return {
    ...request,
    ...(isCommuneNeeded && commune !== undefined && { commune }),
    ...(Object.keys(metadata ?? {}).length > 0 && { metadata }),
  };
}

const LENGTHS: Record<string, string> = {
  address: 'L’adresse dépasse 300 caractères.',
  parties: 'Un nom dépasse 300 caractères.',
  parcels: `Un état des risques porte sur ${MOST_PARCELS} parcelles au plus.`,
};

function sentenceOf(fault: ZodError['issues'][number] | undefined): string {
  // The contract's own sentence, such as that of a letter that cannot be printed.
  if (fault?.code === 'custom') return fault.message;
  if (fault?.path[0] === 'declarations') return declaredFault(fault);
  return LENGTHS[String(fault?.path[0])] ?? 'Une valeur de cette ligne est refusée.';
}

/** What its owner would write for that request. */
export const inputOf = ({ metadata = {}, ...request }: RowRequest): RowInput => ({
  address: request.address ?? '',
  parcels: request.parcels?.map((code) => (hasCommune(code) ? code : shortParcel(code))).join(', ') ?? '',
  commune: request.commune ?? '',
  transaction: request.transaction,
  owner: request.parties.owner,
  recipient: request.parties.recipient,
  reference: metadata[REFERENCE] ?? '',
  owner_email: metadata[OWNER_EMAIL] ?? '',
  ...cellsOfPlanned(request),
});

const besideOf = ({ point, logo, metadata, declarations, answers }: Beside): Beside => ({
  point,
  logo,
  metadata,
  declarations,
  answers,
});

/** The words of a row without a request. */
export const wordsOf = (input: StoredInput | null): RowInput => {
  const names = Object.keys(NOTHING_SAID) as (keyof RowInput)[];
  return Object.fromEntries(names.map((name) => [name, input?.[name] ?? NOTHING_SAID[name]])) as RowInput;
};

export type Changes = { [Name in keyof RowInput]?: RowInput[Name] | undefined };

/**
 * The request of a row once some of its words have changed, and what it now gives when the place has; a point holds as
 * long as the place does.
 */
export function edited(
  { request, input }: { request: RowRequest | null; input: StoredInput | null },
  changes: Changes,
): Refusal | { request: RowRequest; given?: string } {
  const former = request === null ? wordsOf(input) : inputOf(request);
  const said = Object.entries(changes).filter(([, value]) => value !== undefined);
  const next: RowInput = { ...former, ...Object.fromEntries(said) };
  const isSamePlace = (['address', 'parcels', 'commune'] as const).every((name) => former[name] === next[name]);
  const { point, ...beside } = besideOf(request ?? input ?? {});
  const read = requestOf(next, { ...beside, point: isSamePlace ? point : undefined });
  return isSamePlace || 'refusal' in read ? read : { ...read, given: next.address || next.parcels };
}

/** A parcel of the property, parcels that go together, or its address. */
export function withChoice(request: RowRequest, candidate: string): RowRequest {
  const codes = candidate.split(' ');
  return codes.every((code) => /^\w{3}-\w{2}-\w{4}@\w{5}$/.test(code))
    ? { ...request, parcels: codes }
    : { ...request, address: candidate };
}
