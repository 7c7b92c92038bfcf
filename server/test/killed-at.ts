import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

/**
 * Preloaded by a child process (`--import`): it ends by SIGKILL as soon as it has opened, read, or renamed to, a path that
 * matches `KILLED_AT`, or written into such a database.
 */
const place = new RegExp(process.env['KILLED_AT'] ?? '(?!)', 'u');
const { open, readFile, rename } = fs;

function killedAt(path: unknown): void {
  if (typeof path === 'string' && place.test(path)) process.kill(process.pid, 'SIGKILL');
}

Object.assign(fs, {
  open: async (...args: Parameters<typeof open>) => {
    const file = await open(...args);
    killedAt(args[0]);
    return file;
  },
  readFile: async (...args: Parameters<typeof readFile>) => {
    const content = await readFile(...args);
    killedAt(args[0]);
    return content;
  },
  rename: async (...args: Parameters<typeof rename>) => {
    await rename(...args);
    killedAt(args[1]);
  },
});
syncBuiltinESMExports();

const exec = Reflect.get(DatabaseSync.prototype, 'exec');
DatabaseSync.prototype.exec = function killedAfter(sql) {
  exec.call(this, sql);
  if (sql === 'commit') killedAt(this.location());
};
