import { join } from 'node:path';
import { readConfig, type Config } from '#config/config.ts';
import { databaseMistake } from '#platform/db/database-mistake.ts';
import { Mistake } from '#platform/mistake.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';

/**
 * Settings of a console that needs the store of documents, and perhaps no database: the environment of the product's
 * processes, or on a developer's machine the documents of `npm start`. A mistake is printed, and ends the process.
 */
export function consoleConfig(env: NodeJS.ProcessEnv): Config & { hasDatabase: boolean } {
  const isGiven = (...names: string[]): boolean => names.some((name) => Boolean(env[name] || env[`${name}_FILE`]));
  const hasDatabase = isGiven('DATABASE_URL');
  const missing = {
    ...(!hasDatabase && { DATABASE_URL: 'postgres://localhost/none' }),
    ...(!isGiven('FILES_DIR', 'S3_BUCKET') && { FILES_DIR: join(env['DATA_DIR'] || '.data', 'files') }),
  };
  return { ...orSay(() => readConfig({ ...env, ...missing }, 'console')), hasDatabase };
}

/** Prints a mistake of the operator alone, and gives exit code 1; throws anything else, our bug. */
export function sayMistake(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  const mistake = error instanceof Mistake ? error : databaseMistake(error, databaseUrl);
  const { message } = mistake ?? storeFailure(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

function storeFailure(error: unknown): Error {
  if (error instanceof SupplierFailure && error.service === 'stockage') return error;
  throw error;
}

/** What `read` returns; prints its mistake alone, and ends the process. */
export function orSay<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
