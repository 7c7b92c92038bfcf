import { PrintedStatement, type ReadableDocument } from '@clairisque/contract/document.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { FACTS_FILE } from '#domain/statement-document-facts.ts';
import { Failure } from '#platform/failure.ts';
import type { Edition } from './statements.edition-queries.ts';
import { requireEdition } from './statements.editions.ts';
import { unpackInputs, type PrinterInputs } from './statements.inputs.ts';

type Owned = { accountId: number; id: number };
type Read = Pick<Deps, 'db' | 'files'>;

/** The very bytes of the JSON attached to the PDF. Throws `not_found`. */
export async function readFacts(deps: Read, owned: Owned, edition?: number): Promise<Buffer> {
  const { files } = await keptInputs(deps, await requireEdition(deps, owned, edition));
  const facts = files[FACTS_FILE];
  if (facts === undefined) throw notReadable();
  return Buffer.from(facts);
}

/** The caller's document for a screen. Throws `not_found`. */
export async function readOwnDocument(deps: Read, owned: Owned, edition?: number): Promise<ReadableDocument> {
  return readableDocument(deps, await requireEdition(deps, owned, edition));
}

/** What an edition's PDF prints, from the inputs kept with it. Throws `not_found` when they are of another time. */
export async function readableDocument(
  deps: Pick<Deps, 'files'>,
  edition: Pick<Edition, 'inputs' | 'expiresOn' | 'sha256'>,
): Promise<ReadableDocument> {
  const { data, files } = await keptInputs(deps, edition);
  const document = PrintedStatement.safeParse(data satisfies z.input<typeof PrintedStatement>);
  if (!document.success) throw notReadable();
  const { maps, logo } = document.data;
  const pictures = [...maps, ...(logo === null ? [] : [logo])].flatMap(({ file }) => {
    const bytes = files[file];
    return bytes === undefined ? [] : [[file, Buffer.from(bytes).toString('base64')] as const];
  });
  return {
    document: document.data,
    pictures: Object.fromEntries(pictures),
    expire_le: edition.expiresOn,
    sha256: edition.sha256,
  };
}

async function keptInputs(deps: Pick<Deps, 'files'>, { inputs }: Pick<Edition, 'inputs'>): Promise<PrinterInputs> {
  if (inputs === null) throw notReadable();
  return unpackInputs(await deps.files.get(inputs));
}

const notReadable = (): Failure =>
  new Failure('not_found', 'Cet état des risques a été émis sous une forme plus ancienne : il se lit dans son PDF.');
