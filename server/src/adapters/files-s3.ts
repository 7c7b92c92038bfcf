import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PutObjectCommandInput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { SupplierFailure } from '#platform/supplier-failure.ts';
import { checkKey } from './files.ts';
import type { FileStore } from './suppliers.ts';

/** Null `endpoint`: Amazon's own of that region. `prefix` ends with `/`, or is empty. */
export type BucketSettings = {
  bucket: string;
  endpoint: string | null;
  region: string;
  prefix: string;
  pathStyle: boolean;
  encryption: 'AES256' | 'aws:kms' | 'none';
  /** Of the store's key service; null is the bucket's own. */
  encryptionKey: string | null;
};

type Sdk = typeof import('@aws-sdk/client-s3');
type Call<T> = (parts: { sdk: Sdk; client: S3Client; signal: AbortSignal }) => Promise<T>;

const TRIES = 3;
/** `silenceMs`: one try, without an answer; `withinMs`: all of them, the bytes included; `page`: what one call may list, and delete. */
const LIMITS = { connectMs: 1_000, silenceMs: 4_000, withinMs: 12_000, page: 1_000 };
type Limits = typeof LIMITS;

/**
 * Documents in a bucket of any store that speaks S3, shared by all the machines. Credentials are found by the SDK where it
 * always looks (`AWS_ACCESS_KEY_ID`…, the machine's own role). A store that does not answer is a `SupplierFailure` within
 * twelve seconds; each call may be made again, since a key is only ever given the same bytes.
 */
export function createBucketFiles(settings: BucketSettings, limits: Limits = LIMITS): FileStore {
  const { bucket: Bucket, prefix } = settings;
  const call = createCaller(settings, limits);
  // Before the call, since a name that is none is our fault, not the store's.
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
    size(key) {
      const object = at(key);
      return call(async ({ sdk, client, signal }) => {
        const head = await client.send(new sdk.HeadObjectCommand(object), { abortSignal: signal });
        return head.ContentLength ?? 0;
      }).catch(nullWhenMissing);
    },
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

/** Nothing of the SDK is loaded unless there is a bucket; it is made ready before the first document. */
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
    // Stores other than Amazon's refuse the checksums that the SDK adds by itself.
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

function read(call: Caller, object: { Bucket: string; Key: string; VersionId?: string }): Promise<Buffer> {
  return call(async ({ sdk, client, signal }) => {
    const { Body } = await client.send(new sdk.GetObjectCommand(object), { abortSignal: signal });
    // In Node it is always a stream, which the signal of the call does not end once the answer has begun.
    return buffer(addAbortSignal(signal, Body as Readable));
  });
}

/** Newest first; a key is only ever given the same bytes, so that a page of versions is enough. */
async function listVersions(
  { Bucket, Key }: { Bucket: string; Key: string },
  { sdk, client, signal }: Parameters<Call<string[]>>[0],
): Promise<string[]> {
  const list = new sdk.ListObjectVersionsCommand({ Bucket, Prefix: Key });
  const { Versions = [] } = await client.send(list, { abortSignal: signal });
  return Versions.flatMap(({ Key: key, VersionId }) => (key === Key && VersionId !== undefined ? [VersionId] : []));
}

/** The store keeps no versions, or the product may not list them. */
function noneWhenNotKept(error: unknown): [] {
  if (error instanceof SupplierFailure && error.reason === 'refused') return [];
  throw error;
}

/** Answers whether there was something: each page is the first again, since what it listed is gone. */
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

/** Some stores refuse what they cannot do (MinIO without its key service); others do not hear it, and keep the bytes in clear. */
function refuseClear(asked: Encryption, done: Encryption): void {
  if (asked.ServerSideEncryption === undefined || asked.ServerSideEncryption === done.ServerSideEncryption) return;
  const detail = `kept without ${asked.ServerSideEncryption} (S3_ENCRYPTION)`;
  throw new SupplierFailure({ service: 'stockage', reason: 'refused', detail });
}

/** For a person who looks into the bucket; the product serves its documents itself. */
function typeOf(key: string): string {
  if (key.endsWith('.pdf')) return 'application/pdf';
  return key.endsWith('.png') ? 'image/png' : 'application/octet-stream';
}

/** What a wrong key or a missing bucket is answered is a refusal; the rest passes. */
function outage(error: unknown): SupplierFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  const reason = status >= 400 && status < 500 ? 'refused' : 'unavailable';
  return new SupplierFailure({ service: 'stockage', reason, detail: `${name}: ${message}`, cause: error });
}

/** `HEAD` answers without a body, hence without the name of its refusal. */
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
