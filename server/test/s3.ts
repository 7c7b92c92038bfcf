import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';

/** The store's only account. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
export const S3_BUCKET = 'documents';

type S3rver = new (options: {
  address: string;
  port: number;
  silent: boolean;
  allowMismatchedSignatures: boolean;
  directory: string;
  configureBuckets: { name: string }[];
}) => { run(): Promise<AddressInfo>; httpServer: Server & { closeAllConnections(): void }; store: Store };

type Store = {
  getResourcePath(bucket: string, key: string, part: string): string;
  deleteObject(bucket: string, key: string): Promise<void>;
  listObjects(bucket: string, options: object): Promise<object>;
};

/** An S3-compatible store on the loopback, with one bucket, whose objects are files of that folder. */
export async function startS3(options: {
  folder: string;
  port?: number;
}): Promise<{ url: string; port: number; stop: () => Promise<void> }> {
  // It has no types.
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver;
  const server = new S3rver({
    address: '127.0.0.1',
    port: options.port ?? 0,
    silent: true,
    // It drops the last `/` of `/documents/`, which the SDK signs.
    allowMismatchedSignatures: true,
    directory: options.folder,
    configureBuckets: [{ name: S3_BUCKET }],
  });
  // It also removes empty folders, and fails when another removal or write is running there.
  server.store.deleteObject = async (bucket, key) => {
    for (const part of ['object', 'object.md5', 'metadata.json']) {
      await rm(server.store.getResourcePath(bucket, key, part), { force: true });
    }
  };
  // Its continuation token uses a cipher that OpenSSL has removed.
  const listObjects = server.store.listObjects.bind(server.store);
  server.store.listObjects = async (...given) => ({ ...(await listObjects(...given)), isTruncated: false });
  const { port } = await server.run();
  const stop = async (): Promise<void> => {
    const closed = new Promise((done) => server.httpServer.close(done));
    server.httpServer.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, port, stop };
}
