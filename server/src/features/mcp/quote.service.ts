import type { Statement, StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { Deps } from '#deps.ts';
import {
  digestOf,
  findProperty,
  issueStatement,
  locate,
  readBalance,
  refusePlanned,
  type Located,
  type Property,
} from '#features/api-v3/api-v3.ts';
import { noCredit } from '#features/credits/credits.ts';
import { AppError } from '#platform/app-error.ts';
import { linksKey } from '#platform/security/secret-link.ts';
import { newConfirmation, readConfirmation, type Bound } from './confirmation.rules.ts';

/** Whose tool is called. */
export type Caller = { accountId: number; key: { id: number; spaceId: number }; requestId: string };
type Words = { en: string; fr: string };

/** For the user to read it and agree. */
const LIFE_MS = 10 * 60_000;
/** The wait of `POST /statements`. */
const WAIT_MS = 20_000;

/**
 * What `confirm` would issue, its price and its doubts. Writes nothing. Throws `no_credit`, `invalid_input` for a planned
 * day that is refused, and as `findProperty`.
 */
export async function quote(deps: Deps, caller: Caller, request: StatementRequest) {
  const { credits } = await readBalance(deps, caller.accountId);
  if (credits < 1) throw noCredit();
  refusePlanned(deps, request);
  const located = await locate(deps, request);
  const { property, place, address } = located;
  const expires = new Date(deps.clock().getTime() + LIFE_MS);
  return {
    will_issue: {
      transaction: request.transaction,
      parcels: property.codes,
      commune: { insee_code: place.inseeCodes[0] ?? '', name: place.communeName },
      address: property.adresse,
      confirmed_address: address.state === 'confirmed' ? address.label : null,
      parties: request.parties,
      declarations: request.declarations ?? null,
      preliminary_contract: request.preliminary_contract ?? null,
      deed: request.deed ?? null,
      lease: request.lease ?? null,
    },
    mode: deps.mode,
    price_in_credits: 1,
    credits_now: credits,
    credits_after: credits - 1,
    specimen: deps.specimen,
    doubts: doubtsOf(deps, request, located),
    confirmation_token: newConfirmation(await linksKey(deps.db), boundTo(caller, request, property), expires),
    confirm_before: expires.toISOString(),
  };
}

function doubtsOf(
  { specimen }: Pick<Deps, 'specimen'>,
  request: StatementRequest,
  { address, warning }: Located,
): Words[] {
  const { owner, recipient } = request.parties;
  const doubts: (Words | false)[] = [
    warning !== null && {
      en:
        address.state === 'confirmed'
          ? 'The address of the Base adresse nationale is printed; the given one is printed apart.'
          : 'The given address is not confirmed for these parcels: it is printed apart, as declared.',
      fr: warning,
    },
    (owner === '' || recipient === '') && {
      en: 'The name of a party is missing.',
      fr: 'Le nom d’une des parties manque.',
    },
    !request.declarations && {
      en: 'The owner’s declarations are missing: they are to be completed on the document.',
      fr: 'Les déclarations du propriétaire manquent : elles seront à compléter sur le document.',
    },
    specimen && {
      en: 'The data are fictitious: the document is a SPÉCIMEN, without legal value.',
      fr: 'Les données sont fictives : le document est un SPÉCIMEN, sans valeur légale.',
    },
  ];
  return doubts.filter((doubt) => doubt !== false);
}

/**
 * Issues what was quoted, once: the confirmation is the idempotency key, so that a repetition returns the same statement.
 * Throws `confirmation_invalid` (another request, or what it names has changed), `confirmation_expired`, and as
 * `issueStatement`.
 */
export async function confirm(
  deps: Deps,
  caller: Caller,
  { confirmation_token: token, ...request }: StatementRequest & { confirmation_token: string },
): Promise<{ statement: Statement; isReplayed: boolean }> {
  const property = await findProperty(deps, request);
  const confirmation = readConfirmation(await linksKey(deps.db), boundTo(caller, request, property), token);
  if (confirmation === null) {
    throw new AppError('confirmation_invalid', 'Cette confirmation ne correspond pas à cette demande, ou à cette clé.');
  }
  if (confirmation.expires <= deps.clock()) {
    throw new AppError('confirmation_expired', 'Cette confirmation a expiré : demandez un nouveau devis.');
  }
  return issueStatement(deps, {
    caller: { accountId: caller.accountId, spaceId: caller.key.spaceId },
    key: `mcp-${confirmation.id}`,
    request: exactly(request, property),
    origin: { method: 'POST', path: '/mcp', requestId: caller.requestId },
    waitMs: WAIT_MS,
  });
}

/** The property that was quoted, whatever a later search finds. */
const exactly = (request: StatementRequest, { codes, adresse, longitude, latitude }: Property): StatementRequest => ({
  ...request,
  parcels: codes,
  address: adresse,
  point: { longitude, latitude },
  declarations: request.declarations ?? null,
});

const boundTo = ({ key }: Caller, request: StatementRequest, property: Property): Bound => ({
  keyId: key.id,
  spaceId: key.spaceId,
  digest: digestOf({ method: 'POST', path: '/mcp', body: [request.address ?? null, exactly(request, property)] }),
});
