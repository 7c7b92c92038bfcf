import * as contract from '@clairisque/contract/statements.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { counted } from '#domain/french.ts';
import { AppError } from '#platform/app-error.ts';
import { callerOf, owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { exportChosen, exportDocuments } from './export.service.ts';
import { closeStatement, listStatements } from './statements.ts';

export const statementRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...contract.listStatements, handler: (request, reply) => answerList(deps, request, reply) });
  app.route({
    ...contract.exportStatements,
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const { etats } = request.query;
      const { zip, length, fileName } =
        etats === undefined ? await exportDocuments(deps, caller) : await exportChosen(deps, caller, etats.split(','));
      void reply.headers({ 'content-length': length, 'cache-control': 'private, no-store' });
      return sendFile(reply, { content: zip, type: 'application/zip', fileName });
    },
  });
  app.route({
    ...contract.closeStatement,
    handler: (request) => closeStatement(deps, owned(request, request.params.id), request.body.conclu),
  });
};

/** The whole list, or the window of the header `Range` (RFC 9110 §14). */
async function answerList(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<StatementListItem[]> {
  const { accountId } = callerOf(request);
  const list = await listStatements(deps, { accountId, range: request.headers.range });
  void reply.header('accept-ranges', 'items');
  if ('beyond' in list) {
    void reply.header('content-range', `items */${list.beyond}`);
    throw new AppError(
      'range_not_satisfiable',
      `Vous avez ${counted(list.beyond, 'état')} des risques\u00A0: aucun à ce rang.`,
    );
  }
  const { items, range } = list;
  if (range !== null) {
    void reply.status(206).header('content-range', `items ${range.first}-${range.last}/${range.total}`);
  }
  return items;
}
