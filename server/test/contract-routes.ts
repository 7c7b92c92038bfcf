import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@clairisque/contract/common/route.ts';

const CONTRACT = join(import.meta.dirname, '../../contract/src');

/** Every call of the contract, from all modules. */
export async function contractRoutes(): Promise<Route[]> {
  const files = globSync('*.ts', { cwd: CONTRACT, exclude: ['*.test.ts'] });
  const modules = await Promise.all(
    files.map((file) => import(join(CONTRACT, file)) as Promise<Record<string, unknown>>),
  );
  return [...new Set(modules.flatMap((module) => Object.values(module)))].filter(isRoute);
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'config' in value && 'url' in value && 'method' in value;
}
