import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { S3_BUCKET, S3_CREDENTIALS, startS3 } from '#test/s3.ts';
import { startLocalServer } from '#tools/local-server.ts';
import { createBucketFiles, type BucketSettings } from './files-s3.ts';
import { createVerifiedFiles, MAX_FILE_BYTES } from './files-verified.ts';
import { createFolderFiles } from './files.ts';
import { freePort } from '../../../../scripts/postgres.ts';
import type { Damage, FileStore } from '#platform/files/file-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-files-'));
let store: Awaited<ReturnType<typeof startS3>>;
/** Generous, for a busy machine. */
const PATIENT = { connectMs: 10_000, silenceMs: 10_000, withinMs: 15_000, page: 10 };
const HURRIED = { connectMs: 500, silenceMs: 200, withinMs: 1_000, page: 10 };
const SETTINGS: Omit<BucketSettings, 'endpoint'> = {
  bucket: S3_BUCKET,
  region: 'eu-west-3',
  prefix: 'erp/',
  pathStyle: true,
  // This store does not encrypt.
  encryption: 'none',
  encryptionKey: null,
};
const bucket = (endpoint: string, others: Partial<BucketSettings> = {}, limits = PATIENT): FileStore =>
  createBucketFiles({ ...SETTINGS, endpoint, ...others }, limits);

beforeAll(async () => {
  Object.assign(process.env, S3_CREDENTIALS);
  store = await startS3({ folder: join(folder, 'store') });
});
afterAll(async () => {
  for (const name of Object.keys(S3_CREDENTIALS)) delete process.env[name];
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each<[string, () => FileStore]>([
  ['a folder', () => createFolderFiles({ folder: join(folder, 'documents'), uniqueName: randomUUID })],
  ['a bucket', () => bucket(store.url)],
])('%s', (_name, open) => {
  it('a file is read as written, and replaced by the next of its name', async () => {
    const files = open();
    const bytes = Buffer.from([0, 255, 13, 10, ...Buffer.alloc(70_000, 7)]);
    await files.put('statements/12/3/abc-0.pdf', bytes);
    expect(await files.read('statements/12/3/abc-0.pdf')).toEqual(bytes);
    expect(await files.size('statements/12/3/abc-0.pdf')).toBe(70_004);
    await Promise.all([1, 2, 3].map(() => files.put('statements/12/3/abc-0.pdf', Buffer.from('same'))));
    expect(String(await files.read('statements/12/3/abc-0.pdf'))).toBe('same');
    await files.put('statements/12/empty.gz', Buffer.alloc(0));
    expect(await files.size('statements/12/empty.gz')).toBe(0);
  });

  it('an absent file has no size, cannot be read, and may be removed again', async () => {
    const files = open();
    expect(await files.size('statements/9/none.pdf')).toBe(null);
    await expect(files.read('statements/9/none.pdf')).rejects.toThrow(/ENOENT|specified key does not exist/);
    await files.put('logos/1/a.png', Buffer.from('a'));
    await files.remove('logos/1/a.png');
    await files.remove('logos/1/a.png');
    expect(await files.size('logos/1/a.png')).toBe(null);
  });

  it('a folder is removed with its content, not its neighbour', async () => {
    const files = open();
    const keys = ['statements/5/1/a.pdf', 'statements/5/b.gz', 'statements/51/c.pdf'];
    for (const key of keys) await files.put(key, Buffer.from(key));
    await files.removeFolder('statements/5');
    await files.removeFolder('statements/5');
    expect(await Promise.all(keys.map((key) => files.size(key)))).toEqual([null, null, 19]);
  });

  it.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', '', 'a/b?versionId=1', 'a\\b', 'a/\u0000', 'é/a'])(
    'the name %j → refused',
    async (key) => {
      const files = open();
      for (const act of [() => files.put(key, Buffer.from('x')), () => files.read(key), () => files.remove(key)]) {
        const refusal = await (async () => act())().catch((error: unknown) => error);
        expect(refusal).toMatchObject({ message: expect.stringContaining('not a file key') });
        expect(refusal, 'our fault, not the store’s').not.toBeInstanceOf(SupplierFailure);
      }
    },
  );
});

it('more files than a store lists at once', async () => {
  const files = bucket(store.url);
  const keys = Array.from({ length: 25 }, (_, n) => `statements/7/${n}.pdf`);
  await Promise.all(keys.map((key) => files.put(key, Buffer.from('x'))));
  await files.removeFolder('statements/7');
  expect(await Promise.all(keys.map((key) => files.size(key)))).toEqual(keys.map(() => null));
});

it('a bucket that does not exist → refused with its name by each call, never « no such file »', async () => {
  const files = bucket(store.url, { bucket: 'absent' });
  const calls = [
    () => files.size('a/b'),
    () => files.read('a/b'),
    () => files.list('a'),
    () => files.put('a/b', Buffer.from('x')),
  ];
  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({ reason: 'refused', message: expect.stringContaining('NoSuchBucket') });
  }
});

describe('encryption by the store', () => {
  it('a store that ignores the request → refused, with its name', async () => {
    await expect(bucket(store.url, { encryption: 'AES256' }).put('a/b', Buffer.from('x'))).rejects.toMatchObject({
      service: 'stockage',
      reason: 'refused',
      message: expect.stringContaining('S3_ENCRYPTION'),
    });
  });

  it('a store that encrypts, with its key or the given one → requested for each file', async () => {
    const sse = 'x-amz-server-side-encryption';
    const keyed = `${sse}-aws-kms-key-id`;
    const obedient = await startLocalServer(({ headers }) => ({ headers: { [sse]: String(headers[sse]) } }));
    const put = (others: Partial<BucketSettings>) => bucket(obedient.baseUrl, others).put('a/b', Buffer.from('x'));
    await put({ encryption: 'AES256' });
    await put({ encryption: 'aws:kms' });
    await put({ encryption: 'aws:kms', encryptionKey: 'documents' });
    expect(obedient.requests.map(({ headers }) => [headers[sse], headers[keyed]])).toEqual([
      ['AES256', undefined],
      ['aws:kms', undefined],
      ['aws:kms', 'documents'],
    ]);
    await obedient.close();
  });
});

describe('verified files', () => {
  const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

  it('damage is reported, then refused: another hash, no file, or a too large one', async () => {
    const store = createFolderFiles({ folder: join(folder, 'verified'), uniqueName: randomUUID });
    const reported: Damage[] = [];
    const files = createVerifiedFiles(store, async (damage) => void reported.push(damage));
    await files.put('a/b', Buffer.from('written'));
    expect(String(await files.get({ key: 'a/b', sha256: sha256Of('written') }))).toBe('written');
    await store.put('a/b', Buffer.from('changed'));
    await store.put('a/long', Buffer.alloc(MAX_FILE_BYTES + 1));
    for (const key of ['a/b', 'a/c', 'a/long']) {
      await expect(files.get({ key, sha256: sha256Of('written') })).rejects.toMatchObject({ code: 'document_damaged' });
    }
    expect(reported.map(({ found }) => found)).toEqual([sha256Of('changed'), 'absent', `${MAX_FILE_BYTES + 1} bytes`]);
    await expect(files.put('a/long', Buffer.alloc(MAX_FILE_BYTES + 1))).rejects.toThrow('too many');
  });

  it('an unreachable store → an outage, not damage', async () => {
    const reported: Damage[] = [];
    const files = createVerifiedFiles(
      bucket('http://127.0.0.1:1', {}, HURRIED),
      async (damage) => void reported.push(damage),
    );
    await expect(files.get({ key: 'a/b', sha256: sha256Of('x') })).rejects.toBeInstanceOf(SupplierFailure);
    await expect(files.damageOf({ key: 'a/b', sha256: sha256Of('x') })).rejects.toBeInstanceOf(SupplierFailure);
    expect(reported).toEqual([]);
  });

  it('a versioned bucket → the copy with that hash and key; an unversioned one → null', async () => {
    const contents = new Map([
      ['v3', 'changed'],
      ['v2', 'written'],
      ['v1', 'before'],
    ]);
    const version = (key: string, id: string): string =>
      `<Version><Key>${key}</Key><VersionId>${id}</VersionId></Version>`;
    const versioned = await startLocalServer(({ url }) => {
      const id = url.searchParams.get('versionId');
      if (id !== null) return { body: contents.get(id) ?? '', contentType: 'application/octet-stream' };
      const listed = [
        version('erp/a/b.pdf.other', 'v0'),
        ...[...contents.keys()].map((one) => version('erp/a/b.pdf', one)),
      ];
      return { body: `<ListVersionsResult>${listed.join('')}</ListVersionsResult>`, contentType: 'application/xml' };
    });
    const copyOf = (url: string, text: string) =>
      createVerifiedFiles(bucket(url), async () => undefined).copyOf({ key: 'a/b.pdf', sha256: sha256Of(text) });
    expect(String(await copyOf(versioned.baseUrl, 'written'))).toBe('written');
    expect(await copyOf(versioned.baseUrl, 'never written')).toBe(null);
    await versioned.close();
    const refusing = await startLocalServer(() => ({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }));
    expect(await copyOf(refusing.baseUrl, 'written')).toBe(null);
    await refusing.close();
  });

  it('no use-case reads a document otherwise', () => {
    const root = join(import.meta.dirname, '../..');
    const reading = globSync('features/**/*.ts', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .filter((path) =>
        /files\s*\.read\(|readFile|createBucketFiles|createFolderFiles/.test(readFileSync(join(root, path), 'utf8')),
      );
    expect(reading).toEqual([]);
  });
});

describe.skipIf(process.getuid?.() !== 0)('a folder on a separate disk', () => {
  it('full → an outage and no partial file; space again → as before', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', disk]);
    try {
      const files = createFolderFiles({ folder: disk, uniqueName: randomUUID });
      await files.put('a/before', Buffer.from('x'));
      expect(await files.hasRoom()).toBe(true);
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(78_000_000));
      expect(await files.hasRoom()).toBe(false);
      const full = files.put('a/b', Buffer.alloc(10_000_000));
      await expect(full).rejects.toMatchObject({ service: 'stockage', reason: 'unavailable' });
      expect(readdirSync(join(disk, 'a'))).toEqual(['before']);
      expect(String(await files.read('a/before'))).toBe('x');
      rmSync(join(disk, 'ballast'));
      await files.put('a/b', Buffer.alloc(10_000_000));
      expect(await files.hasRoom()).toBe(true);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});

describe('a failing store is a supplier failure', () => {
  it('a bucket that does not exist, a wrong key → refused', async () => {
    await expect(bucket(store.url, { bucket: 'nowhere' }).put('a/b', Buffer.from('x'))).rejects.toMatchObject({
      service: 'stockage',
      reason: 'refused',
    });
  });

  it('no listener → fails at once; back → as before', async () => {
    const other = await startS3({ folder: join(folder, 'other'), port: await freePort() });
    const files = bucket(other.url);
    await files.put('a/b', Buffer.from('x'));
    await other.stop();
    await expect(files.read('a/b')).rejects.toMatchObject({ service: 'stockage', reason: 'unavailable' });
    const again = await startS3({ folder: join(folder, 'other'), port: other.port });
    expect(String(await files.read('a/b'))).toBe('x');
    await again.stop();
  });

  it('no response → times out', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as AddressInfo;
    const files = bucket(`http://127.0.0.1:${port}`, {}, HURRIED);
    await expect(files.size('a/b')).rejects.toMatchObject({ reason: 'unavailable' });
    silent.close();
  });
});
