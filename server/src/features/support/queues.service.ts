import type { Deps } from '#deps.ts';
import { listJobs, type JobLine } from '#platform/jobs/jobs-console.ts';
import { waitingMails } from './support.queries.ts';
import { inWords, moment, type Sheet } from './sheets.rules.ts';

const SHOWN = 50;

/** Waiting, failed and dead jobs; and the mails not sent yet. */
export async function readJobs(deps: Pick<Deps, 'db'>): Promise<Sheet[]> {
  const jobs = await listJobs(deps.db, SHOWN);
  const mails = await waitingMails(deps.db);
  return [
    {
      title: 'Tâches abandonnées : « jobs retry ID » les remet dans leur file',
      rows: jobs.filter(({ dead }) => dead).map(jobRow),
    },
    { title: 'Tâches en attente ou en cours', rows: jobs.filter(({ dead }) => !dead).map(jobRow) },
    {
      title: 'Courriels en attente',
      rows: mails.map((mail) => [
        moment(mail.created_at),
        String(mail.id),
        inWords(mail.kind),
        `${mail.attempts} essai(s)`,
        mail.last_error ?? '',
      ]),
    },
  ];
}

const jobRow = (job: JobLine): string[] => [
  job.id,
  job.task,
  inWords(job.state),
  moment(job.start_after),
  `${job.retry_count} reprise(s)`,
  JSON.stringify(job.data),
  job.error ?? '',
];
