import * as contract from '@clairisque/contract/invoices.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { readSigned, signedUrl } from './download.service.ts';
import { exportInvoices } from './export.service.ts';
import { listMyInvoices } from './invoices.ts';

export const invoiceRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...contract.myInvoices, handler: (request) => listMyInvoices(deps, callerOf(request).accountId) });
  app.route({
    ...contract.exportInvoices,
    handler: async (request, reply) => {
      const { zip, length, fileName } = await exportInvoices(deps, callerOf(request).accountId);
      void reply.headers({ 'content-length': length, 'cache-control': 'private, no-store' });
      return sendFile(reply, { content: zip, type: 'application/zip', fileName });
    },
  });
  app.route({
    ...contract.invoiceUrl,
    handler: async (request) => ({
      url: await signedUrl(deps, { accountId: callerOf(request).accountId, id: request.params.pdf_a_telecharger }),
    }),
  });
  app.route({
    ...contract.downloadInvoice,
    handler: async (request, reply) => {
      const { pdf, fileName } = await readSigned(deps, {
        id: request.params.pdf_a_telecharger,
        expires: request.query.expire,
        signature: request.query.signature,
      });
      void reply.header('cache-control', 'private, no-store');
      return sendFile(reply, { content: pdf, type: 'application/pdf', fileName });
    },
  });
};
