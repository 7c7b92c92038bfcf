import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeOutcome } from './nightly-check.ts';

/** No such name; a name without such a record. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Differences between our DNS names and the list, one sentence each. `list` has one line per name with its allowed
 * targets: addresses as written by `dig`, or a CNAME. A dangling CNAME allows a subdomain takeover.
 * @throws the resolver's error when a DNS server fails; Error for a list without a name
 */
export async function checkNames(list: string, resolver: Resolver): Promise<string[]> {
  const lines = list.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  const named = lines.filter(([name]) => name !== '');
  if (named.length === 0) throw new Error('la liste est vide');
  const faults = await Promise.all(named.map(([name = '', ...ours]) => faultsOf(resolver, name, ours)));
  return faults.flat();
}

async function faultsOf(resolver: Resolver, name: string, ours: string[]): Promise<string[]> {
  const [aliases = [], ...addresses] = await Promise.all(
    [resolver.resolveCname(name), resolver.resolve4(name), resolver.resolve6(name)].map((answer) =>
      answer.catch(noneOr),
    ),
  );
  const [alias] = aliases;
  if (addresses.flat().length === 0) {
    return [alias === undefined ? `${name} : ne mène nulle part` : `${name} : alias de ${alias}, qui n’existe pas`];
  }
  const strangers = (alias === undefined ? addresses.flat() : [alias]).filter((one) => !ours.includes(one));
  return strangers.map((one) => `${name} : mène à ${one}, qui n’est pas dans la liste`);
}

function noneOr(error: NodeJS.ErrnoException): string[] {
  if (NONE.has(error.code ?? '')) return [];
  throw error;
}

/**
 * `node server/src/tools/check-names.ts FILE [--metrics FILE.prom]`, every night; silent when all names match. Exit
 * code 1 when one does not, 2 without a network.
 */
if (import.meta.main) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { metrics: { type: 'string' } } });
  try {
    const faults = await checkNames(readFileSync(positionals[0] ?? '', 'utf8'), new Resolver({ timeout: 5_000 }));
    for (const fault of faults) console.log(`CHANGÉ ${fault}`);
    process.exitCode = faults.length > 0 ? 1 : 0;
  } catch (error) {
    console.log(`Rien n’a été vérifié : ${String(error)}`);
    process.exitCode = 2;
  }
  if (values.metrics !== undefined) writeOutcome(values.metrics, 'names', process.exitCode);
}
