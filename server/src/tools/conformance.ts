import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from '#domain/geometry/place.ts';
import { adaptersOver } from './conformance-case.ts';
import type { Case } from './conformance-case.ts';
import {
  catnatCases,
  clayCases,
  communeRisksCase,
  installationsCase,
  pprCase,
  radonCase,
  refusalCase,
  reportCase,
  seismicCases,
} from './conformance-georisques.ts';
import { modelsCase, openapiCase } from './conformance-openapi.ts';
import {
  nationalRulesCase,
  noiseCase,
  noiseDecreesCase,
  parcelsCase,
  reverseCase,
  searchCase,
  servitudesCase,
} from './conformance-places.ts';
import { readRecordingIndex, type PlaceOf } from './recording-index.ts';
import { startLocalServer } from './local-server.ts';
import type { LocalAnswer, LocalRequest } from './local-server.ts';

/** A reader without a place is called at the place in its answer. */
type Reader = { read: (json: unknown) => Case | Case[] } | { readAt: (json: unknown, place: Place) => Case | Case[] };

/**
 * `npm run conformance -- DIR`: runs every adapter over a folder of recorded real answers (simulators/README.md),
 * served over real HTTP. Prints one line an answer; exit code 1 when one could not be read.
 */
const READERS: [RegExp, Reader][] = [
  [/^geocodage\/search/, { read: searchCase }],
  [/^geocodage\/reverse/, { read: reverseCase }],
  [/^cadastre-/, { read: parcelsCase }],
  [/^georisques\/resultats_rapport_risque/, { readAt: reportCase }],
  [/^georisques\/radon/, { readAt: radonCase }],
  [/^georisques\/installations_classees/, { readAt: installationsCase }],
  [/^georisques\/rga/, { readAt: clayCases }],
  [/^georisques\/zonage_sismique/, { readAt: seismicCases }],
  [/^georisques\/gaspar-catnat/, { read: catnatCases }],
  [/^georisques\/gaspar-risques/, { readAt: communeRisksCase }],
  [/^georisques\/v2-pprn/, { readAt: pprCase }],
  [/^georisques\/v2-401/, { readAt: refusalCase }],
  [/^georisques-openapi-.*extrait/, { read: openapiCase }],
  [/^georisques-openapi-.*models/, { read: modelsCase }],
  [/^peb\/bruit-arrete-index/, { read: noiseDecreesCase }],
  [/^peb\/bruit-peb/, { read: noiseCase }],
  [/^gpu\/assiette-sup/, { read: servitudesCase }],
  [/^gpu\/.*-rnu/, { read: nationalRulesCase }],
];
/** In the folder for other programs: Stripe's SDK reads its resources, the browser its map styles. */
const OTHERS = /^(stripe|map-styles|kelrisks)\//;

type Verdict = 'passed' | 'failed' | 'skipped';
type Print = (line: string) => void;

export async function runConformance(directory: string, print: Print): Promise<{ passed: number; failed: number }> {
  const verdicts: Verdict[] = [];
  const placeOf = await readRecordingIndex(directory);
  const recording = { directory, placeOf };
  for (const file of await recordedFiles(directory)) verdicts.push(...(await readFileCases(recording, file, print)));
  const count = (verdict: Verdict): number => verdicts.filter((one) => one === verdict).length;
  print(`${count('passed')} passed, ${count('failed')} failed`);
  return { passed: count('passed'), failed: count('failed') };
}

async function recordedFiles(directory: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true }).catch(() => {
    throw new Error(`Dossier illisible : ${directory}`);
  });
  return files
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.(geo)?json$/.test(file) && file !== 'index.json')
    .toSorted();
}

type Recording = { directory: string; placeOf: PlaceOf };

async function readFileCases({ directory, placeOf }: Recording, file: string, print: Print): Promise<Verdict[]> {
  if (OTHERS.test(file)) {
    print(`–      ${file} : hors de ce contrôle`);
    return ['skipped'];
  }
  const [, reader] = READERS.find(([pattern]) => pattern.test(file)) ?? [];
  if (reader === undefined) {
    print(`NON LU ${file} : aucun adaptateur ne pose la question à laquelle il répond`);
    return ['failed'];
  }
  try {
    const json: unknown = JSON.parse(await readFile(path.join(directory, file), 'utf8'));
    const cases = ['read' in reader ? reader.read(json) : reader.readAt(json, placeOf(file))].flat();
    const verdicts: Verdict[] = [];
    for (const one of cases) verdicts.push(await runCase(file, one, print));
    return verdicts;
  } catch (error) {
    print(`NON LU ${file} : ${messageOf(error)}`);
    return ['failed'];
  }
}

async function runCase(file: string, { title, completed, serves, read }: Case, print: Print): Promise<Verdict> {
  const failures: unknown[] = [];
  const server = await startLocalServer((request) => serve(serves, request));
  const note = completed === null ? '' : ` [${completed}]`;
  try {
    const words = await read(adaptersOver(server.baseUrl, (error) => failures.push(error)));
    print(`lu     ${file} — ${title}${note} : ${words}`);
    return 'passed';
  } catch (error) {
    const reasons = [error, ...failures].map(messageOf).join(' ← ');
    print(`NON LU ${file} — ${title}${note} : ${reasons}`);
    return 'failed';
  } finally {
    await server.close();
  }
}

function serve(serves: Case['serves'], { url }: LocalRequest): LocalAnswer {
  const answer = serves[url.pathname];
  const held = typeof answer === 'function' ? answer(url.searchParams) : answer;
  if (held === undefined) return { status: 500, body: `{"message":"${url.pathname} is not recorded"}` };
  return 'json' in held ? { body: JSON.stringify(held.json) } : held;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 400);

if (import.meta.main) {
  const directory = process.argv[2];
  if (directory === undefined) {
    console.error('Usage : npm run conformance -- DOSSIER (réponses réelles enregistrées)');
    process.exitCode = 2;
  } else {
    const { failed } = await runConformance(directory, console.log);
    process.exitCode = failed > 0 ? 1 : 0;
  }
}
