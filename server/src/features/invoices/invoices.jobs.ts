import type { Deps } from '#deps.ts';
import { job, type Job } from '#platform/jobs/jobs.ts';
import { printInvoice } from './download.service.ts';
import { PRINT_INVOICE } from './invoices.ts';

export const invoiceJobs: Job<Deps>[] = [
  job(PRINT_INVOICE, (deps: Deps, { invoiceId }) => printInvoice(deps, invoiceId)),
];
