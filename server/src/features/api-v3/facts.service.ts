import { StatementFacts } from '@clairisque/contract/common/facts.ts';
import { inV3, mapInV3, type InV3 } from '@clairisque/contract/common/v3-facts.ts';
import type { Deps } from '#deps.ts';
import { GEOJSON_FILE } from '#domain/statement-document/facts.ts';
import { readAttachment, readFacts } from '#features/documents/documents.ts';
import type { AnsweredFile } from '#platform/http/file-answer.ts';

type Owned = { accountId: number; id: number };

/** The facts attached to the document, as they are when their format is a former one. Throws `not_found`. */
export async function factsInV3(deps: Deps, owned: Owned): Promise<InV3<StatementFacts>> {
  const facts = JSON.parse((await readFacts(deps, owned)).toString()) as StatementFacts;
  return inV3(StatementFacts, facts);
}

/** The outlines attached to it. Throws `not_found`. */
export async function outlinesInV3(deps: Deps, owned: Owned): Promise<AnsweredFile> {
  const { content, ...file } = await readAttachment(deps, owned, GEOJSON_FILE);
  const outlines: unknown = JSON.parse((content as Buffer).toString());
  return { ...file, content: Buffer.from(JSON.stringify(mapInV3(outlines))), type: 'application/geo+json' };
}
