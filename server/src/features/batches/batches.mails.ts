import { legible } from '@clairisque/contract/common/text.ts';
import type { Deps } from '#deps.ts';
import { counted, enumeration } from '#domain/french.ts';
import { wantsNotices } from '#features/credits/credits.ts';
import { stopLink } from '#features/unsubscribe/unsubscribe.ts';
import { asTyped, drawMail, senderOf } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { findBatch, type BatchData } from './batches.queries.ts';
import { BATCH_ENDED_MAIL, CHOICES_WANTED_MAIL } from './told.service.ts';

type Words = { subject: string; preview: string; paragraphs: string[]; label: string };

/** Null when the batch is forgotten, the account is gone, or it turned the notices off. */
async function compose(deps: Deps, queued: QueuedMail, words: (batch: BatchData) => Words | null) {
  const { accountId, params } = queued;
  if (accountId === null || !(await wantsNotices(deps.db, accountId))) return null;
  const batch = await findBatch(deps.db, { accountId, id: Number(params['batchId']) });
  const said = batch && words(batch);
  if (!batch || !said) return null;
  return drawMail({
    sender: senderOf(deps),
    subject: said.subject,
    preview: said.preview,
    title: asTyped(said.subject),
    paragraphs: ['Bonjour,', ...said.paragraphs],
    action: { label: said.label, url: `${deps.publicUrl}/imports/${batch.id}` },
    why: 'Vous recevez cet avis parce que vous avez importé des biens sur Clairisque.',
    stop: await stopLink(deps, { accountId, choice: 'notices' }),
  });
}

const named = ({ id, name }: BatchData): string =>
  name === '' ? `Votre import ${id}` : `Votre import « ${legible(name)} »`;

function endWords(batch: BatchData): Words | null {
  if (batch.status !== 'finished') return null;
  const { issued = 0 } = batch.counts;
  const done =
    issued === 0
      ? 'Aucun état des risques n’a été émis'
      : counted(issued, 'état des risques a été émis', 'états des risques ont été émis');
  const next =
    issued === 0
      ? 'Le tableau des résultats vous attend'
      : 'Vous trouverez les documents et le tableau des résultats dans votre espace';
  return {
    subject: endSubject(batch),
    preview: `${done}.`,
    paragraphs: [`${done}. ${next}.`, ...leftWords(batch)],
    label: 'Voir les résultats',
  };
}

/** An import is not said to have ended while its owner has something to do. */
function endSubject(batch: BatchData): string {
  const { issued = 0, doubtful = 0, refused = 0, failed = 0 } = batch.counts;
  if (doubtful + refused + failed === 0) return `${named(batch)} est terminé`;
  const sent = issued === 0 ? 'aucun état émis' : counted(issued, 'état émis', 'états émis');
  const left = [
    ...(doubtful > 0 ? [counted(doubtful, 'attend votre choix', 'attendent votre choix')] : []),
    ...(refused > 0 ? [counted(refused, 'est à corriger', 'sont à corriger')] : []),
    ...(failed > 0 ? [counted(failed, 'n’a pas abouti', 'n’ont pas abouti')] : []),
  ];
  return `${named(batch)}\u00A0: ${[sent, ...left].join(', ')}`;
}

/** Sentences that say what is left to do. */
function leftWords({ counts: { doubtful = 0, refused = 0, failed = 0 } }: BatchData): string[] {
  const left = [
    ...(doubtful > 0 ? [counted(doubtful, 'ligne attend votre choix', 'lignes attendent votre choix')] : []),
    ...(refused > 0 ? [counted(refused, 'ligne est à corriger', 'lignes sont à corriger')] : []),
    ...(failed > 0 ? [counted(failed, 'ligne n’a pas abouti', 'lignes n’ont pas abouti')] : []),
  ];
  if (left.length === 0) return [];
  const [these, them] = doubtful + refused + failed === 1 ? ['cette ligne', 'la'] : ['ces lignes', 'les'];
  return [`${enumeration(left)}. Rien n’est débité pour ${these}, et vous pouvez ${them} reprendre.`];
}

function choicesWords(batch: BatchData): Words | null {
  const { doubtful = 0 } = batch.counts;
  if (doubtful === 0 || batch.status === 'cancelled') return null;
  const rows = counted(doubtful, 'ligne attend votre choix', 'lignes attendent votre choix');
  return {
    subject: `${named(batch)} : ${rows}`,
    preview: 'Plusieurs lieux sont possibles.',
    paragraphs: [
      `Pour ${doubtful === 1 ? 'cette ligne' : 'chacune de ces lignes'}, plusieurs lieux sont possibles : choisissez celui du bien. Rien n’est débité avant votre choix.`,
    ],
    label: 'Choisir',
  };
}

export const batchMails: Mail<Deps>[] = [
  mail(BATCH_ENDED_MAIL, (deps: Deps, queued): Promise<MailContent | null> => compose(deps, queued, endWords)),
  mail(CHOICES_WANTED_MAIL, (deps: Deps, queued): Promise<MailContent | null> => compose(deps, queued, choicesWords)),
];
