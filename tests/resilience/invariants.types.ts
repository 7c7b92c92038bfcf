import type { Pool } from 'pg';
import type { Db } from '../../server/src/platform/db/db.ts';

/** Everything that must agree; `storeDir` is the folder of the S3 server. */
export type Stores = { pool: Pool; db: Db; storeDir: string; simulatorsUrl: string };
export type Broken = { rule: string; what: string[] };
/** Allowed, but reported: files that no row names, mails delivered again with the same Message-ID. */
export type Leftovers = { orphans: number; orphanBytes: number; mailsTwice: number; mailsRefused: number };
