import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { keptAnswers, type KeptAnswers } from '#features/documents/documents.ts';
import type { KeptFeatures } from '#adapters/datasets/kept-reads.ts';
import { aboutOneDocument } from './one-document.ts';
import { replayAnswers } from './replay-answers.ts';

const SERVED = {
  supplier: 'répondu',
  cache: 'répondu avant, gardé',
  'last-good': 'dernière bonne réponse',
  nothing: 'aucune réponse',
  release: 'lu dans une édition, publiée',
};

function linesOf({
  question,
  from,
  obtainedAt,
  failure,
  exchanges,
  features,
}: KeptAnswers['questions'][number]): string[] {
  const why = failure === null ? '' : ` (${failure})`;
  return [
    `${question} — ${SERVED[from]}${obtainedAt === null ? '' : ` le ${obtainedAt}`}${why}`,
    ...exchanges.map(({ at, status, bytes, url, sent }) => {
      const verb = sent === undefined ? 'GET' : 'POST';
      return `  ${at} ${verb} ${url} → ${status}, ${bytes} octets`;
    }),
    ...((features as KeptFeatures | undefined)?.reads ?? []).map(({ edition, answers, outlines = {} }) => {
      const { dataset, release, sha256 } = edition;
      return `  ${dataset} ${release}, sha256 ${sha256}, ${Object.keys(answers).length} lectures, ${Object.keys(outlines).length} contours`;
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
