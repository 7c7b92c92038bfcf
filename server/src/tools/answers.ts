import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { keptAnswers, type KeptAnswers } from '#features/documents/documents.ts';
import { aboutOneDocument } from './one-document.ts';
import { replayAnswers } from './replay-answers.ts';

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

/**
 * `npm run answers`: explains an issued document. Lists each supplier's requests and answers, rebuilds the facts from
 * them, and checks the address again.
 */
await aboutOneDocument({ name: 'answers', file: 'FICHIER.jsonl' }, async (deps, { reference, out }) => {
  const { packed, kept, ...made } = await keptAnswers(deps, reference);
  if (out !== undefined) await writeFile(out, gunzipSync(packed));
  console.log([`${kept.reference}, émis le ${kept.issuedAt}`, ...kept.questions.flatMap(linesOf)].join('\n'));
  const replayed = await replayAnswers(kept, made);
  const different = replayed.filter(({ same }) => !same).map(({ name }) => name);
  console.log(
    different.length === 0 ? `Mêmes faits (${replayed.length}).` : `Faits différents : ${different.join(', ')}.`,
  );
  return different.length === 0;
});
