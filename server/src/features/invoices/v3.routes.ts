import * as contract from '@clairisque/contract/invoices.v3.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { depsOf, uuidIn } from '#features/api-keys/api-keys.ts';
import { keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { readOwn } from './download.service.ts';
import { pageOfInvoices, readInvoice } from './v3.service.ts';

export const invoiceRoutesV3 = (deps: Deps) => async (app: App) => {
  const of = (request: FastifyRequest): Deps => depsOf(deps, request);
  const ownedOf = (request: FastifyRequest<{ Params: { invoice_id: string } }>) => ({
    accountId: keyOf(request).accountId,
    id: uuidIn(keyOf(request).key.mode, request.params.invoice_id),
  });
  app.route({
    ...contract.listInvoicesV3,
    handler: (request) => pageOfInvoices(of(request), { ...request.query, accountId: keyOf(request).accountId }),
  });
  app.route({
    ...contract.readInvoiceV3,
    handler: (request) => readInvoice(deps, ownedOf(request)),
  });
  app.route({
    ...contract.readInvoiceDocument,
    handler: async (request, reply) => {
      const { pdf, fileName } = await readOwn(deps, ownedOf(request));
      return sendFile(reply, { content: pdf, type: 'application/pdf', fileName });
    },
  });
};
