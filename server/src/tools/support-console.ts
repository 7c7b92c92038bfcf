import { parseArgs } from 'node:util';
import type { Deps } from '#deps.ts';
import { changeAccess, replayEvent, resendMail, retryJob } from '#features/support/actions.service.ts';
import { returnCredit } from '#features/support/returned-credit.service.ts';
import { find } from '#features/support/search.service.ts';
import type { Asked, Done } from '#features/support/journal.service.ts';
import { readJobs } from '#features/support/queues.service.ts';
import { readOrder } from '#features/support/order.service.ts';
import { auditLog } from '#features/vigilance/audit.service.ts';
import { afterRestore } from './support-restored.ts';
import { printed, type Sheet } from '#features/support/sheets.rules.ts';
import { verify } from '#features/support/verification.service.ts';
import { AppError } from '#platform/app-error.ts';

export const USAGE = `npm run support -- COMMANDE [--by NOM] [--reason MOTIF] [--yes]

  find TEXTE                      compte par courriel, commande, facture, état, objet de Stripe, incident
  order NUMÉRO                    toute la vie d’une commande, ici et chez Stripe
  jobs                            tâches et courriels en attente ou abandonnés
  verify [DEPUIS]                 fichiers, comptes, paiements : tout ce qui n’est pas vrai
  journal                         le journal de vigilance, relu ligne à ligne
  mail resend NUMÉRO              un courriel, ou la confirmation d’une commande
  webhook replay ÉVÉNEMENT        relit chez Stripe ce que dit un événement
  credit refund RÉFÉRENCE         rend le crédit d’un état des risques, une fois
  account lock|unlock|revoke-sessions COMPTE
  jobs retry NUMÉRO               relance une tâche
  restored POINT/ARRÊT            remet en ordre une base restaurée (deploy/backup/README.md)

Ce qui change quelque chose veut --by et --reason, et n’est qu’une répétition sans --yes.
Tout est écrit au journal ; le motif peut être lu par le titulaire du compte.`;

type Read = (deps: Deps, asked: Asked, argument: string) => Promise<Answer>;
type Change = (deps: Deps, asked: Asked, argument: string) => Promise<Done>;

const READS: Record<string, Read> = {
  find: async (...asked) => shown(await find(...asked)),
  order: async (...asked) => shown(await readOrder(...asked)),
  jobs: async (deps) => shown(await readJobs(deps)),
  journal: async (deps) => {
    const faults = await auditLog(deps);
    const verdict = faults.length === 0 ? 'Rien n’a été altéré.' : 'LE JOURNAL EST ALTÉRÉ : voir ci-dessus.';
    return { text: [...faults, verdict].join('\n'), code: faults.length === 0 ? 0 : 1 };
  },
  verify: async (deps, _asked, since) => {
    const { sheets, sound } = await verify(deps, since === '' ? threeDaysAgo(deps) : instantOf(since));
    const verdict = sound ? 'Tout est vrai.' : 'DES DÉFAUTS : voir ci-dessus.';
    return { text: `${printed(sheets)}\n\n${verdict}`, code: sound ? 0 : 1 };
  },
};
/** Commands without an argument. */
const ALONE = ['jobs', 'journal', 'verify'];

const threeDaysAgo = ({ clock }: Deps): Date => new Date(clock().getTime() - 3 * 86_400_000);

function instantOf(text: string): Date {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  throw new AppError('invalid_input', `« ${text} » n’est pas une date : 2026-11-20, ou 2026-11-20T08:00:00Z.`);
}

const access =
  (verb: string): Change =>
  (deps, asked, who) =>
    changeAccess(deps, asked, { verb, who });

const CHANGES: Record<string, Change> = {
  'mail resend': resendMail,
  'webhook replay': replayEvent,
  'credit refund': returnCredit,
  'account lock': access('lock'),
  'account unlock': access('unlock'),
  'account revoke-sessions': access('revoke-sessions'),
  'jobs retry': retryJob,
  restored: afterRestore,
};

type Answer = { text: string; code: 0 | 1 | 2 };

/** Runs one command; `login` is the default operator. Exit code 1: refused, or nothing found; 2: not understood. */
export async function runSupport(deps: Deps, args: string[], login: string): Promise<Answer> {
  const typed = understood(args);
  if (typed === null) return { text: USAGE, code: 2 };
  const { command, by, reason, yes } = typed;
  if (command in CHANGES && (by === '' || reason === '')) {
    return { text: `« ${command} » veut --by NOM et --reason MOTIF.`, code: 2 };
  }
  const asked = { command, operator: by || login, reason, really: yes };
  try {
    return await answer(deps, asked, typed.argument);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: `Refusé : ${error.message}`, code: 1 };
  }
}

async function answer(deps: Deps, asked: Asked, argument: string): Promise<Answer> {
  const read = READS[asked.command];
  if (read !== undefined) return await read(deps, asked, argument);
  const change = CHANGES[asked.command];
  if (change === undefined) throw new Error(`no command ${asked.command}`);
  const { messages } = await change(deps, asked, argument);
  const closing = asked.really ? 'Fait, et écrit au journal.' : 'RÉPÉTITION : rien n’a changé. Ajoutez --yes.';
  return { text: [...messages, closing].join('\n'), code: 0 };
}

function shown(sheets: Sheet[]): Answer {
  return sheets.length === 0 ? { text: 'Rien trouvé.', code: 1 } : { text: printed(sheets), code: 0 };
}

/** Command, argument and options; null for an unknown command. */
function understood(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        by: { type: 'string', default: '' },
        reason: { type: 'string', default: '' },
        yes: { type: 'boolean', default: false },
      },
    });
    const options = { by: values.by.trim(), reason: values.reason.trim(), yes: values.yes };
    const words = commandOf(positionals);
    return words && { ...words, ...options };
  } catch {
    return null;
  }
}

function commandOf([first = '', second = '', third = '']: string[]): { command: string; argument: string } | null {
  const pair = `${first} ${second}`;
  if (pair in CHANGES) return third === '' ? null : { command: pair, argument: third };
  const isKnown = first in READS || first in CHANGES;
  const isWhole = second !== '' || ALONE.includes(first);
  return isKnown && isWhole ? { command: first, argument: second } : null;
}
