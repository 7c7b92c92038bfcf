import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readConfig } from '#config.ts';
import { createDeps } from '#deps.ts';
import { keptAnswers, type KeptAnswers } from '#features/statements/statements.ts';
import { createHttp } from '#platform/http/fastify.ts';
import { replayAnswers } from './replay-answers.ts';

/**
 * `npm run answers -- REFERENCE [--out FILE]`, with the product's `DATABASE_URL` and `FILES_DIR`: why an issued document said
 * so. Lists what each supplier was asked and answered, and makes the facts again from these answers. Exit 1 when they differ.
 */
const USAGE = 'Usage : DATABASE_URL=… FILES_DIR=… npm run answers -- RÉFÉRENCE [--out FICHIER.jsonl]';

async function run(reference: string, out: string | undefined): Promise<boolean> {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'error', TYPST_PROCESSES: '1' });
  const http = createHttp(config);
  const { deps, close } = createDeps(config, http.log);
  try {
    const { packed, kept, facts } = await keptAnswers(deps, reference);
    if (out !== undefined) await writeFile(out, gunzipSync(packed));
    console.log([`${kept.reference}, émis le ${kept.issuedAt}`, ...kept.questions.flatMap(linesOf)].join('\n'));
    const replayed = await replayAnswers(kept, facts);
    const different = replayed.filter(({ same }) => !same).map(({ name }) => name);
    console.log(
      different.length === 0 ? `Mêmes faits (${replayed.length}).` : `Faits différents : ${different.join(', ')}.`,
    );
    return different.length === 0;
  } finally {
    await close();
    await http.close();
  }
}

const SERVED = {
  supplier: 'répondu',
  cache: 'répondu avant, gardé',
  'last-good': 'dernière bonne réponse',
  nothing: 'aucune réponse',
};

function linesOf({ question, from, obtainedAt, failure, exchanges }: KeptAnswers['questions'][number]): string[] {
  const why = failure === null ? '' : ` (${failure})`;
  return [
    `${question} — ${SERVED[from]}${obtainedAt === null ? '' : ` le ${obtainedAt}`}${why}`,
    ...exchanges.map(({ at, status, bytes, url, sent }) => {
      const verb = sent === undefined ? 'GET' : 'POST';
      return `  ${at} ${verb} ${url} → ${status}, ${bytes} octets`;
    }),
  ];
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const [reference] = positionals;
if (reference === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (!(await run(reference, values.out))) process.exitCode = 1;
