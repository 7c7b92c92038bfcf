import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { reprint } from '#features/documents/documents.ts';
import { aboutOneDocument } from './one-document.ts';

/** `npm run reprint`: reprints an issued document from its stored inputs, and says whether the bytes are the same. */
await aboutOneDocument({ name: 'reprint', file: 'FICHIER.pdf' }, async (deps, { reference, out }) => {
  const { pdf, issuedSha256 } = await reprint(deps, reference);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  if (out !== undefined) await writeFile(out, pdf);
  console.log(`émis      ${issuedSha256}\nréimprimé ${sha256}`);
  console.log(sha256 === issuedSha256 ? 'Mêmes octets.' : 'Les octets diffèrent.');
  return sha256 === issuedSha256;
});
