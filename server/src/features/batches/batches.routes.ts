import { batchKey, rowOf as numberIn } from '@clairisque/contract/common/v3.ts';
import type { LOT_FILES } from '@clairisque/contract/batches.ts';
import * as contract from '@clairisque/contract/batches.v3.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { digestOf, idempotencyKeyOf, once } from '#features/api-v3/api-v3.ts';
import { DetailedError } from '#platform/app-error.ts';
import { keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import type { OwnBatch } from './batches.queries.ts';
import { pageOfBatches, pageOfRows, readBatch, readRowV3 } from './batches.ts';
import { cancelBatch, chooseForRow, startBatch } from './changes.service.ts';
import { createBatch, rowsOf } from './creation.service.ts';
import { acceptFiles, fileIn } from './received-file.service.ts';
import { rowsOfFile } from './import.service.ts';
import { readResults } from './results.service.ts';
import { batchOf, rowOf } from './shapes.rules.ts';

type Asked = Pick<Parameters<typeof createBatch>[1], 'name' | 'startsAlone' | 'rows'> & { given: unknown };

export const batchRoutes = (deps: Deps) => async (app: App) => {
  acceptFiles(app);
  app.route({
    ...contract.createBatch,
    handler: (request, reply) => {
      const { name, start, rows } = request.body;
      const startsAlone = start === 'automatic';
      return create(deps, { name, startsAlone, rows: rowsOf(rows), given: request.body }, { request, reply });
    },
  });
  app.route({
    ...contract.createBatchFromCsv,
    handler: async (request, reply) => {
      const { name, start, transaction = null } = request.query;
      // Without a key it is refused before the file is read.
      idempotencyKeyOf(request.headers['idempotency-key']);
      const file = await fileIn(request);
      const rows = await rowsOfFile(file, { fields: null, transaction });
      const startsAlone = start === 'automatic';
      const given = [request.query, file.toString('base64')];
      return create(deps, { name, startsAlone, rows, given }, { request, reply });
    },
  });
  addReads(deps, app);
  addChanges(deps, app);
  addFiles(deps, app);
};

async function create(
  deps: Deps,
  { given, ...asked }: Asked,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<contract.Batch> {
  const { accountId } = keyOf(request);
  const key = idempotencyKeyOf(request.headers['idempotency-key']);
  const path = request.routeOptions.url ?? '';
  const digest = digestOf({ method: request.method, path, body: given });
  const { id, isReplayed } = await createBatch(deps, { ...asked, accountId, request: { key, digest } });
  if (isReplayed) void reply.header('idempotent-replayed', 'true');
  void reply.status(201).header('location', `${contract.listBatches.url}/${batchKey(id)}`);
  return readBatch(deps, { accountId, id });
}

function addReads(deps: Deps, app: App): void {
  app.route({
    ...contract.listBatches,
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const before = cursor === undefined ? null : numberAt(cursor, 'bat');
      const { items, hasMore } = await pageOfBatches(deps, { accountId: keyOf(request).accountId, before, limit });
      return pageOf(items.map(batchOf), { hasMore, last: `bat_${items.at(-1)?.id ?? 0}` });
    },
  });
  app.route({
    ...contract.readBatch,
    handler: (request) => readBatch(deps, ownIn(request, request.params.batch_id)),
  });
  app.route({
    ...contract.listBatchRows,
    handler: async (request) => {
      const { limit, cursor, status: state } = request.query;
      const after = cursor === undefined ? 0 : numberAt(cursor, 'row');
      const own = ownIn(request, request.params.batch_id);
      const { items, hasMore } = await pageOfRows(deps, own, { limit, after, state });
      return pageOf(items.map(rowOf), { hasMore, last: `row_${items.at(-1)?.position ?? 0}` });
    },
  });
}

function addChanges(deps: Deps, app: App): void {
  app.route({
    ...contract.chooseForRow,
    handler: async (request, reply) => {
      const { batch_id: id, row: position } = request.params;
      const own = ownIn(request, id);
      const { answer } = await once(deps, { request, reply }, async (deps) => {
        await chooseForRow(deps, own, { position, candidate: request.body.candidate });
        return readRowV3(deps, own, position);
      });
      return answer;
    },
  });
  app.route({
    ...contract.startBatch,
    handler: async (request, reply) => {
      const own = ownIn(request, request.params.batch_id);
      const { answer } = await once(deps, { request, reply }, async (deps) => {
        await startBatch(deps, own);
        return readBatch(deps, own);
      });
      return answer;
    },
  });
  app.route({
    ...contract.cancelBatch,
    handler: async (request, reply) => {
      const own = ownIn(request, request.params.batch_id);
      const { answer } = await once(deps, { request, reply }, async (deps) => {
        await cancelBatch(deps, own);
        return readBatch(deps, own);
      });
      return answer;
    },
  });
}

function addFiles(deps: Deps, app: App): void {
  const send = async (own: OwnBatch, name: (typeof LOT_FILES)[number], reply: FastifyReply) => {
    const { length, ...file } = await readResults(deps, own, name);
    if (length !== undefined) void reply.header('content-length', length);
    return sendFile(reply, file);
  };
  app.route({
    ...contract.readBatchTable,
    handler: (request, reply) => send(ownIn(request, request.params.batch_id), 'resultats.csv', reply),
  });
  app.route({
    ...contract.readBatchMap,
    handler: (request, reply) => send(ownIn(request, request.params.batch_id), 'resultats.geojson', reply),
  });
  app.route({
    ...contract.readBatchDocuments,
    handler: (request, reply) => send(ownIn(request, request.params.batch_id), 'documents.zip', reply),
  });
}

const ownIn = (request: FastifyRequest, id: string): OwnBatch => ({
  accountId: keyOf(request).accountId,
  id: numberIn(id),
});

function pageOf<T>(data: T[], { hasMore, last }: { hasMore: boolean; last: string }) {
  return { data, has_more: hasMore, next_cursor: hasMore ? Buffer.from(last).toString('base64url') : null };
}

function numberAt(cursor: string, kind: 'bat' | 'row'): number {
  const [, number] = new RegExp(`^${kind}_(\\d{1,15})$`).exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (number !== undefined) return Number(number);
  const detail = 'Ce curseur n’est pas celui d’une page précédente.';
  const error = { parameter: 'cursor', title: 'This is not the cursor of a former page.', detail };
  throw new DetailedError('invalid_input', detail, { errors: [error] });
}
