import * as contract from '@clairisque/contract/batches.ts';
import type { Deps } from '#deps.ts';
import { callerOf, owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { pageOfBatches, pageOfRows, readRow, requireBatch } from './batches.ts';
import { cancelBatch, chooseForRow, startBatch } from './changes.service.ts';
import { createBatch } from './creation.service.ts';
import { createFollowers } from './following.service.ts';
import { describeFile, parseColumns, rowsOfFile } from './import.service.ts';
import { acceptFiles, fileIn } from './received-file.service.ts';
import { readResults } from './results.service.ts';
import { lineOf, lotOf } from './shapes.rules.ts';

const LISTED = 50;
const LINES = 50;

/** The site's own calls: « Importer un fichier ». */
export const lotRoutes = (deps: Deps) => async (app: App) => {
  acceptFiles(app);
  addImport(deps, app);
  app.route({
    ...contract.listLots,
    handler: async (request) => {
      const { accountId } = callerOf(request);
      return (await pageOfBatches(deps, { accountId, before: null, limit: LISTED })).items.map(lotOf);
    },
  });
  app.route({
    ...contract.readLot,
    handler: async (request) => lotOf(await requireBatch(deps, owned(request, request.params.lot_id))),
  });
  app.route({
    ...contract.listLotLines,
    handler: async (request) => {
      const { apres: after, etat: state } = request.query;
      const own = owned(request, request.params.lot_id);
      const { items, hasMore } = await pageOfRows(deps, own, { limit: LINES, after, state });
      return { lignes: items.map(lineOf), suite: hasMore };
    },
  });
  addChanges(deps, app);
  addResults(deps, app);
};

function addImport(deps: Deps, app: App): void {
  app.route({ ...contract.readLotFile, handler: async (request) => describeFile(await fileIn(request)) });
  app.route({
    ...contract.createLot,
    handler: async (request, reply) => {
      const { nom: name, colonnes, transaction } = request.query;
      const { accountId } = callerOf(request);
      const fields = parseColumns(colonnes);
      const rows = await rowsOfFile(await fileIn(request), { fields, transaction });
      const id = await createBatch(deps, { accountId, name, startsAlone: false, rows });
      return reply.status(201).send(lotOf(await requireBatch(deps, { accountId, id })));
    },
  });
}

function addChanges(deps: Deps, app: App): void {
  app.route({
    ...contract.chooseForLotLine,
    handler: async (request) => {
      const { lot_id: id, ligne: position } = request.params;
      const own = owned(request, id);
      await chooseForRow(deps, own, { position, candidate: request.body.choix });
      return lineOf(await readRow(deps, own, position));
    },
  });
  app.route({
    ...contract.startLot,
    handler: async (request) => {
      const own = owned(request, request.params.lot_id);
      await startBatch(deps, own);
      return lotOf(await requireBatch(deps, own));
    },
  });
  app.route({
    ...contract.cancelLot,
    handler: async (request) => {
      const own = owned(request, request.params.lot_id);
      await cancelBatch(deps, own);
      return lotOf(await requireBatch(deps, own));
    },
  });
}

function addResults(deps: Deps, app: App): void {
  const followers = createFollowers(deps);
  app.addHook('preClose', async () => followers.close());
  app.route({
    ...contract.followLot,
    handler: async (request, reply) => {
      const events = await followers.follow(owned(request, request.params.lot_id));
      return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send(events);
    },
  });
  app.route({
    ...contract.readLotFileOfResults,
    handler: async (request, reply) => {
      const { lot_id: id, fichier } = request.params;
      const { length, ...file } = await readResults(deps, owned(request, id), fichier);
      if (length !== undefined) void reply.header('content-length', length);
      return sendFile(reply, file);
    },
  });
}
