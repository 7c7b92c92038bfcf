import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { batchKey } from '@clairisque/contract/common/v3.ts';
import * as contract from '@clairisque/contract/batches.v3.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { depsOf, numberOf } from '#features/api-keys/api-keys.ts';
import { idempotencyKeyOf, once } from '#features/api-v3/api-v3.ts';
import { keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { readNumberCursor, readRowCursor } from '#platform/http/cursors.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import type { OwnBatch } from './batches.queries.ts';
import { pageOfBatches, pageOfRows, readBatch, readRow } from './batches.ts';
import { cancelBatch, startBatch } from './changes.service.ts';
import { createBatch, rowsOf } from './creation.service.ts';
import { createFollowers } from './following.service.ts';
import { chooseForRow, editRow, leaveOutRow, takeBackRow } from './hand.service.ts';
import { acceptFiles, fileIn } from './file.service.ts';
import { describeFile, parseColumns, rowsOfFile } from './import.service.ts';
import { languageIn, type Language } from './results.rules.ts';
import { readResults, type ResultFile } from './results.service.ts';
import { batchOf, rowOf } from './shapes.rules.ts';

type Asked = Omit<Parameters<typeof createBatch>[1], 'accountId' | 'tellsEnd'> & { given: unknown };

/** Each handler takes its dependencies from `of`: those of a test key are others. */
export const batchRoutes = (deps: Deps) => async (app: App) => {
  acceptFiles(app);
  const of = (request: FastifyRequest): Deps => depsOf(deps, request);
  app.route({
    ...contract.createBatch,
    handler: (request, reply) => {
      const { name, start, repeated, rows } = request.body;
      const asked = { name, startsAlone: start === 'automatic', leavesOut: repeated === 'leave_out' };
      return create(of(request), { ...asked, rows: rowsOf(rows), given: request.body }, { request, reply });
    },
  });
  app.route({
    ...contract.createBatchFromCsv,
    handler: async (request, reply) => {
      const { name, start, repeated, columns, transaction = null } = request.query;
      // Without a key it is refused before the file is read.
      idempotencyKeyOf(request.headers['idempotency-key']);
      const file = await fileIn(request);
      const fields = columns === undefined ? null : parseColumns(columns);
      const read = await rowsOfFile(file, { fields, transaction });
      const asked = { name, startsAlone: start === 'automatic', leavesOut: repeated === 'leave_out' };
      const given = [request.query, file.toString('base64')];
      return create(of(request), { ...asked, ...read, given }, { request, reply });
    },
  });
  app.route({ ...contract.readBatchColumns, handler: async (request) => describeFile(await fileIn(request)) });
  addReads(app, of);
  addProgress(app, of);
  addChanges(app, of);
  addRowChanges(app, of);
  addFiles(app, of);
};

type Of = (request: FastifyRequest) => Deps;

async function create(
  deps: Deps,
  { given, ...asked }: Asked,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<contract.Batch> {
  const { accountId, key } = keyOf(request);
  const tellsEnd = key.id === null;
  const { answer } = await once(deps, { request, reply, body: given }, async (deps) => ({
    id: await createBatch(deps, { ...asked, tellsEnd, accountId }),
  }));
  void reply.status(201).header('location', `${contract.listBatches.url}/${batchKey(answer.id, deps.mode)}`);
  return readBatch(deps, { accountId, id: answer.id });
}

function addReads(app: App, of: Of): void {
  app.route({
    ...contract.listBatches,
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const before = readNumberCursor(cursor, 'bat', of(request).mode);
      const { items, hasMore } = await pageOfBatches(of(request), {
        accountId: keyOf(request).accountId,
        before,
        limit,
      });
      const { mode } = of(request);
      return pageOf(
        items.map((item) => batchOf(item, mode)),
        { mode, hasMore, last: batchKey(items.at(-1)?.id ?? 0, mode) },
      );
    },
  });
  app.route({
    ...contract.readBatch,
    handler: (request) => readBatch(of(request), ownIn(request, request.params.batch_id)),
  });
  app.route({
    ...contract.listBatchRows,
    handler: async (request) => {
      const { limit, cursor, status: state } = request.query;
      const after = readRowCursor(cursor);
      const own = ownIn(request, request.params.batch_id);
      const { items, hasMore } = await pageOfRows(of(request), own, { limit, after, state });
      const { mode } = of(request);
      return pageOf(
        items.map((item) => rowOf(item, mode)),
        { mode, hasMore, last: `row_${items.at(-1)?.position ?? 0}` },
      );
    },
  });
}

function addProgress(app: App, of: Of): void {
  const followers = createFollowers();
  app.addHook('preClose', async () => followers.close());
  app.route({
    ...contract.followBatch,
    handler: async (request, reply) => {
      const events = await followers.follow(of(request), ownIn(request, request.params.batch_id));
      return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send(events);
    },
  });
}

type OfRow = FastifyRequest<{ Params: { batch_id: string; row: number } }>;

function addRowChanges(app: App, of: Of): void {
  const change = async (
    { request, reply }: { request: OfRow; reply: FastifyReply },
    work: (deps: Deps, row: OwnBatch & { position: number }) => Promise<void>,
  ) => {
    const { batch_id: id, row: position } = request.params;
    const own = ownIn(request, id);
    const { answer } = await once(of(request), { request, reply }, async (deps) => {
      await work(deps, { ...own, position });
      return readRow(deps, own, position);
    });
    return answer;
  };
  app.route({
    ...contract.chooseForRow,
    handler: (request, reply) =>
      change({ request, reply }, (deps, row) => chooseForRow(deps, row, request.body.candidate)),
  });
  app.route({
    ...contract.editRow,
    handler: async (request) => {
      const { batch_id: id, row: position } = request.params;
      const own = ownIn(request, id);
      await editRow(of(request), { ...own, position }, request.body);
      return readRow(of(request), own, position);
    },
  });
  app.route({ ...contract.leaveOutRow, handler: (request, reply) => change({ request, reply }, leaveOutRow) });
  app.route({ ...contract.takeBackRow, handler: (request, reply) => change({ request, reply }, takeBackRow) });
}

function addChanges(app: App, of: Of): void {
  app.route({
    ...contract.startBatch,
    handler: async (request, reply) => {
      const own = ownIn(request, request.params.batch_id);
      const { answer } = await once(of(request), { request, reply }, async (deps) => {
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
      const { answer } = await once(of(request), { request, reply }, async (deps) => {
        await cancelBatch(deps, own);
        return readBatch(deps, own);
      });
      return answer;
    },
  });
}

function addFiles(app: App, of: Of): void {
  type Asked = FastifyRequest<{ Params: { batch_id: string } }>;
  const send = async (
    { request, reply }: { request: Asked; reply: FastifyReply },
    file: ResultFile,
    asked?: Language,
  ) => {
    const own = ownIn(request, request.params.batch_id);
    const language = asked ?? languageIn(request.headers['accept-language']);
    const { length, etag, ...content } = await readResults(of(request), own, { file, language });
    if (length !== undefined) void reply.header('content-length', length);
    if (etag !== undefined) void reply.header('etag', etag);
    return sendFile(reply.header('vary', 'Accept, Accept-Language'), content);
  };
  app.route({
    ...contract.readBatchTable,
    handler: (request, reply) => send({ request, reply }, 'results.csv', request.query.language),
  });
  app.route({
    ...contract.readUnissuedRows,
    handler: (request, reply) => send({ request, reply }, 'to_correct.csv', request.query.language),
  });
  app.route({
    ...contract.readBatchMap,
    handler: (request, reply) => send({ request, reply }, 'results.geojson'),
  });
  app.route({
    ...contract.readBatchDocuments,
    handler: (request, reply) => send({ request, reply }, 'documents.zip'),
  });
}

const ownIn = (request: FastifyRequest, id: string): OwnBatch => ({
  accountId: keyOf(request).accountId,
  id: numberOf(keyOf(request).key.mode, id),
});

function pageOf<T>(data: T[], { mode, hasMore, last }: { mode: KeyMode; hasMore: boolean; last: string }) {
  return { mode, data, has_more: hasMore, next_cursor: hasMore ? Buffer.from(last).toString('base64url') : null };
}
