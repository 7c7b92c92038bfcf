import { startS3 } from '../../server/test/s3.ts';

/** `node tests/harness/store.ts PORT FOLDER`: the bucket of the trials' cluster, as a separate process. */
const [port, folder = ''] = process.argv.slice(2);
await startS3({ folder, port: Number(port) });
process.send?.({ ready: true });
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => process.exit(0));
