import type { HandedForm, Handover } from '@clairisque/contract/handovers.ts';
import type { HandoverRequest, HandoverV3 } from '@clairisque/contract/api-v3.follow-ups.ts';
import { handoverKey, statementKey } from '@clairisque/contract/common/v3.ts';
import type { Deps } from '#deps.ts';
import { createHandover, listHandovers, revokeHandover, derivedId } from '#features/handovers/handovers.ts';
import { AppError } from '#platform/app-error.ts';
import { released, type Attempt } from './attempts.service.ts';
import { claim, digestOf } from './idempotency.service.ts';
import { requireReady } from './statements.service.ts';

type Owned = { accountId: number; id: number };

/** Throws `not_found`. */
export async function listHandoversOf(deps: Deps, owned: Owned): Promise<{ mode: Deps['mode']; data: HandoverV3[] }> {
  const links = await listHandovers(deps, owned);
  return { mode: deps.mode, data: links.map((link) => inV3(deps, owned.id, link)) };
}

type OwnLink = Owned & { linkId: string };

/** Throws `not_found`, also for a link to another statement. */
export async function readHandover(deps: Deps, { linkId, ...owned }: OwnLink): Promise<HandoverV3> {
  const link = (await listHandovers(deps, owned)).find(({ id }) => id === linkId);
  if (link === undefined) throw new AppError('not_found', 'Cet état des risques n’a pas ce lien.');
  return inV3(deps, owned.id, link);
}

/** Idempotent. Throws as `readHandover`. */
export async function revoke(deps: Deps, own: OwnLink): Promise<HandoverV3> {
  await readHandover(deps, own);
  return inV3(deps, own.id, await revokeHandover(deps, { accountId: own.accountId, id: own.linkId }));
}

type Asked = Attempt & { id: number; request: HandoverRequest };

/** A link, once: its id is drawn from the Idempotency-Key, so that a repeated request finds it. */
export async function handOver(deps: Deps, asked: Asked): Promise<{ handover: HandoverV3; isReplayed: boolean }> {
  const { caller, id, request } = asked;
  const owned = { accountId: caller.accountId, id };
  await requireReady(deps, owned);
  const { made, isReplayed } = await linkedOnce(
    deps,
    { ...asked, body: request },
    {
      list: () => listHandovers(deps, owned),
      make: (linkId) => createHandover(deps, owned, { ...request, form: FORMS[request.form], id: linkId }),
    },
  );
  return { handover: inV3(deps, id, made), isReplayed };
}

/** Makes a secret link once: a repetition finds it by its id, since an answer with a secret is not kept. */
export async function linkedOnce<T extends { id: string }>(
  deps: Deps,
  asked: Attempt & { body: object },
  { list, make }: { list: () => Promise<T[]>; make: (id: string) => Promise<T> },
): Promise<{ made: T; isReplayed: boolean }> {
  const { caller, key, origin, body } = asked;
  const digest = digestOf({ ...origin, body });
  const { firstAt } = await claim(deps, { spaceId: caller.spaceId, key }, { digest, isDone: () => false });
  return released(deps, asked, async () => {
    const id = derivedId([caller.spaceId, key, firstAt.toISOString()]);
    const known = (await list()).find((one) => one.id === id);
    return { made: known ?? (await make(id)), isReplayed: known !== undefined };
  });
}

const FORMS = { whole: 'complete', short: 'courte', both: 'les_deux' } as const satisfies Record<
  HandoverRequest['form'],
  HandedForm
>;
const FORMS_IN_V3 = { complete: 'whole', courte: 'short', les_deux: 'both' } as const;
const STATUS = { ouvert: 'open', expire: 'expired', revoque: 'revoked' } as const;

const DELIVERY = { en_cours: 'queued', envoye: 'sent', non_remis: 'failed', inconnu: 'unknown' } as const;

function inV3({ mode }: Deps, statementId: number, link: Handover): HandoverV3 {
  return {
    id: handoverKey(link.id, mode),
    mode,
    statement_id: statementKey(statementId, mode),
    reference: link.reference,
    label: link.libelle,
    form: FORMS_IN_V3[link.forme],
    url: link.url,
    status: STATUS[link.etat],
    created_at: link.cree_le,
    valid_until: link.expire_le,
    revoked_at: link.revoque_le,
    email: link.email ?? null,
    delivery: link.envoi
      ? { status: DELIVERY[link.envoi.etat], at: link.envoi.le, reference: link.envoi.reference }
      : null,
    openings: link.ouvertures,
    receipts: link.recus.map((receipt) => ({
      name: receipt.nom,
      email: receipt.email,
      acknowledged_at: receipt.recu_le,
      downloaded_at: receipt.telecharge_le,
      files: receipt.fichiers.map(({ forme, sha256, telecharge_le: downloaded_at }) => ({
        form: FORMS_IN_V3[forme],
        sha256,
        downloaded_at,
      })),
    })),
  };
}
