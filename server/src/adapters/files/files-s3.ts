import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PutObjectCommandInput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { checkKey } from './files.ts';
import type { FileStore } from '#platform/files/file-store.ts';

/** Null `endpoint`: Amazon's, in that region. `prefix` ends with `/`, or is empty. */
export type BucketSettings = {
  bucket: string;
  endpoint: string | null;
  region: string;
  prefix: string;
  pathStyle: boolean;
  encryption: 'AES256' | 'aws:kms' | 'none';
  /** Key of the store's key service; null is the bucket's own. */
  encryptionKey: string | null;
};

type Sdk = typeof import('@aws-sdk/client-s3');
type Call<T> = (parts: { sdk: Sdk; client: S3Client; signal: AbortSignal }) => Promise<T>;

const TRIES = 3;
/**
 * `silenceMs`: limit of one try without a response; `withinMs`: limit of all tries, bytes included; `page`: maximum
 * that one call lists or deletes.
 */
const LIMITS = { connectMs: 1_000, silenceMs: 4_000, withinMs: 12_000, page: 1_000 };
type Limits = typeof LIMITS;

/**
 * Documents in a bucket of any S3-compatible store, shared by all machines. The SDK finds the credentials in its usual
 * places (`AWS_ACCESS_KEY_ID`…, the machine's role). A silent store is a `SupplierFailure` within twelve seconds. Every
 * call may be retried, since a key always has the same bytes.
 */
export function createBucketFiles(settings: BucketSettings, limits: Limits = LIMITS): FileStore {
  const { bucket: Bucket, prefix } = settings;
  const call = createCaller(settings, limits);
  // Before the call: an invalid name is our fault, not the store's.
  const at = (key: string): { Bucket: string; Key: string } => ({ Bucket, Key: prefix + checkKey(key) });
  return {
    put(key, bytes) {
      const file = { ...at(key), Body: bytes, ContentLength: bytes.length, ContentType: typeOf(key) };
      const object = { ...file, ...encryptionOf(settings) };
      return call(async ({ sdk, client, signal }) => {
        const answer = await client.send(new sdk.PutObjectCommand(object), { abortSignal: signal });
        refuseClear(object, answer);
      });
    },
    read: (key) => read(call, at(key)),
    hasRoom: async () => true,
    async *versions(key) {
      const object = at(key);
      const ids = await call((parts) => listVersions(object, parts)).catch(noneWhenNotKept);
      for (const VersionId of ids) yield await read(call, { ...object, VersionId });
    },
    size: (key) => sizeOf(call, at(key)),
    list: (folder) => listNames(call, { Bucket, Prefix: `${at(folder).Key}/` }),
    remove(key) {
      const object = at(key);
      return call(async ({ sdk, client, signal }) => {
        await client.send(new sdk.DeleteObjectCommand(object), { abortSignal: signal });
      }).catch(ignoreMissing);
    },
    removeFolder: async (folder) => {
      const Prefix = `${at(folder).Key}/`;
      while (await call((parts) => removePage({ Bucket, Prefix, MaxKeys: limits.page }, parts)));
    },
  };
}

/** The SDK is loaded only with a bucket, before the first document. */
function createCaller(settings: BucketSettings, limits: Limits): <T>(call: Call<T>) => Promise<T> {
  const loading = import('@aws-sdk/client-s3').then((sdk) => ({
    sdk,
    client: new sdk.S3Client(clientOptions(settings, limits)),
  }));
  return async (call) => {
    const { sdk, client } = await loading;
    try {
      return await call({ sdk, client, signal: AbortSignal.timeout(limits.withinMs) });
    } catch (error) {
      if (isMissing(error) || error instanceof SupplierFailure) throw error;
      throw outage(error);
    }
  };
}

function clientOptions({ endpoint, region, pathStyle }: BucketSettings, limits: Limits): S3ClientConfig {
  return {
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: TRIES,
    // Other stores than Amazon's refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: limits.silenceMs,
    },
  };
}

type Caller = ReturnType<typeof createCaller>;

async function sizeOf(call: Caller, object: { Bucket: string; Key: string }): Promise<number | null> {
  const size = await call(async ({ sdk, client, signal }) => {
    const head = await client.send(new sdk.HeadObjectCommand(object), { abortSignal: signal });
    return head.ContentLength ?? 0;
  }).catch(nullWhenMissing);
  return size ?? nullInBucket(call, object);
}

/**
 * A missing object or a missing bucket: the response to `HEAD` does not tell. Every document would seem damaged. Throws
 * the refusal of the bucket.
 */
async function nullInBucket(call: Caller, object: { Bucket: string; Key: string }): Promise<null> {
  await call(async ({ sdk, client, signal }) => {
    const { Body } = await client.send(new sdk.GetObjectCommand({ ...object, Range: 'bytes=0-0' }), {
      abortSignal: signal,
    });
    // The file was written in the meantime.
    (Body as Readable).destroy();
  }).catch(ignoreMissing);
  return null;
}

function read(call: Caller, object: { Bucket: string; Key: string; VersionId?: string }): Promise<Buffer> {
  return call(async ({ sdk, client, signal }) => {
    const { Body } = await client.send(new sdk.GetObjectCommand(object), { abortSignal: signal });
    // In Node it is always a stream, which the signal of the call no longer ends once the response has begun.
    return buffer(addAbortSignal(signal, Body as Readable));
  });
}

/** Newest first; a key always has the same bytes, so one page of versions is enough. */
async function listVersions(
  { Bucket, Key }: { Bucket: string; Key: string },
  { sdk, client, signal }: Parameters<Call<string[]>>[0],
): Promise<string[]> {
  const list = new sdk.ListObjectVersionsCommand({ Bucket, Prefix: Key });
  const { Versions = [] } = await client.send(list, { abortSignal: signal });
  return Versions.flatMap(({ Key: key, VersionId }) => (key === Key && VersionId !== undefined ? [VersionId] : []));
}

/** The store has no versioning, or the product may not list versions. */
function noneWhenNotKept(error: unknown): [] {
  if (error instanceof SupplierFailure && error.reason === 'refused') return [];
  throw error;
}

/** All pages of the names directly under a folder. */
async function listNames(call: Caller, folder: { Bucket: string; Prefix: string }): Promise<string[]> {
  const names: string[] = [];
  for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
    const page = await call(({ sdk, client, signal }) => {
      const command = new sdk.ListObjectsV2Command({ ...folder, Delimiter: '/', ContinuationToken: token });
      return client.send(command, { abortSignal: signal });
    });
    const paths = [
      ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix),
      ...(page.Contents ?? []).map(({ Key }) => Key),
    ];
    names.push(...paths.map((path) => (path ?? '').slice(folder.Prefix.length).replace(/\/$/, '')));
    token = page.NextContinuationToken;
  }
  return names.filter((name) => name !== '').toSorted();
}

/** Returns whether there was anything: each page is the first one again, since the listed objects are gone. */
async function removePage(
  folder: { Bucket: string; Prefix: string; MaxKeys: number },
  { sdk, client, signal }: Parameters<Call<boolean>>[0],
): Promise<boolean> {
  const list = new sdk.ListObjectsV2Command(folder);
  const { Contents = [] } = await client.send(list, { abortSignal: signal });
  if (Contents.length === 0) return false;
  const Objects = Contents.map(({ Key }) => ({ Key }));
  const removal = new sdk.DeleteObjectsCommand({ Bucket: folder.Bucket, Delete: { Objects, Quiet: true } });
  const { Errors = [] } = await client.send(removal, { abortSignal: signal });
  const [refused] = Errors;
  if (refused !== undefined) throw new Error(`not removed: ${refused.Key} (${refused.Code})`);
  return true;
}

type Encryption = Pick<PutObjectCommandInput, 'ServerSideEncryption' | 'SSEKMSKeyId'>;

function encryptionOf({ encryption, encryptionKey }: BucketSettings): Encryption {
  if (encryption === 'none') return {};
  return { ServerSideEncryption: encryption, ...(encryptionKey !== null && { SSEKMSKeyId: encryptionKey }) };
}

/**
 * Some stores refuse an encryption that they lack (MinIO without its key service); others ignore it and store the bytes
 * unencrypted.
 */
function refuseClear(asked: Encryption, done: Encryption): void {
  if (asked.ServerSideEncryption === undefined || asked.ServerSideEncryption === done.ServerSideEncryption) return;
  const detail = `kept without ${asked.ServerSideEncryption} (S3_ENCRYPTION)`;
  throw new SupplierFailure({ service: 'stockage', reason: 'refused', detail });
}

/** For an operator who browses the bucket; the product serves its documents itself. */
function typeOf(key: string): string {
  if (key.endsWith('.pdf')) return 'application/pdf';
  return key.endsWith('.png') ? 'image/png' : 'application/octet-stream';
}

/** A wrong key or a missing bucket is a refusal; anything else is temporary. */
function outage(error: unknown): SupplierFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  const reason = status >= 400 && status < 500 ? 'refused' : 'unavailable';
  return new SupplierFailure({ service: 'stockage', reason, detail: `${name}: ${message}`, cause: error });
}

/** `HEAD` has no body in its response, so no error code. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
