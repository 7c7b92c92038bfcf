import { statementFileName } from '@clairisque/contract/common/file-name.ts';
import { PrintedStatement, type ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import { type readOutcome } from '@clairisque/contract/documents.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { FACTS_FILE } from '#domain/statement-document/facts.ts';
import { AppError } from '#platform/app-error.ts';
import type { AnsweredFile } from '#platform/http/file-answer.ts';
import type { Edition } from './editions.queries.ts';
import { isFormer, requireEdition } from './editions.service.ts';
import { unpackInputs, type PrinterInputs } from './printer-inputs.rules.ts';
import { shortVersionOf } from './short-version.service.ts';

type Owned = { accountId: number; id: number };
type Read = Pick<Deps, 'db' | 'files'>;

/** The exact bytes of the JSON attached to the PDF. Throws `not_found`. */
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

/** What an edition's PDF prints, from its stored inputs. Throws `not_found` when they have an older format. */
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

/** Which edition, the current one by default, and which of its two files. */
type Wanted = { edition?: number | undefined; isShort?: boolean };

/** The issued PDF, and its file name: id and address. */
export async function readDocument(
  deps: Deps,
  owned: Owned,
  { edition, isShort = false }: Wanted = {},
): Promise<{ pdf: Buffer; fileName: string }> {
  const found = await requireEdition(deps, owned, edition);
  const { fileKey: key, sha256, adresse, reference } = found;
  const fileName = documentName({ id: owned.id, adresse, reference, replaced: isFormer(found), isShort });
  const file = isShort ? await shortVersionOf(deps, found) : { key, sha256 };
  return { pdf: await deps.files.get(file), fileName };
}

type Named = { id: number; adresse: string; reference: string; replaced: boolean; isShort?: boolean };

/** The names of a replaced edition, of a completed one and of a short version say so. */
export function documentName({ id, adresse, reference, replaced, isShort = false }: Named): string {
  const [completed] = /C\d+$/.exec(reference) ?? [];
  const mark = [
    completed === undefined ? '' : ` - ${completed}`,
    isShort ? ' - à remettre' : '',
    replaced ? ' - édition remplacée' : '',
  ].join('');
  return statementFileName({ id, adresse, ...(mark !== '' && { mark }) });
}

type Outcome = z.input<(typeof readOutcome.schema.response)[200]>;

/** The verdict, what is left to do, and the attached official files. Throws `not_found`. */
export async function readOwnOutcome(deps: Read, owned: Owned): Promise<Outcome> {
  const edition = await requireEdition(deps, owned);
  const { data, files } = await keptInputs(deps, edition);
  return {
    reference: edition.reference,
    verdict: verdictOf(data),
    a_faire: data.cover.next.map(({ title, text, items }) => ({ titre: title, texte: text, points: [...items] })),
    pieces: officialFilesOf(data).flatMap(({ file, description }) => {
      const bytes = files[file];
      return bytes === undefined ? [] : [{ fichier: file, titre: description, octets: bytes.length }];
    }),
  };
}

/** A file attached to the PDF. Throws `not_found`. */
export async function readAttachment(deps: Read, owned: Owned, file: string): Promise<AnsweredFile> {
  const { data, files } = await keptInputs(deps, await requireEdition(deps, owned));
  const piece = data.attachments.find((attached) => attached.file === file);
  const bytes = files[file];
  if (piece === undefined || bytes === undefined) throw new AppError('not_found', 'Pas trouvé.');
  return { content: Buffer.from(bytes), type: piece.mimeType, fileName: file };
}

/** For a visitor, before the document itself; null for a format that is no longer read. */
export async function readVerdict(
  deps: Pick<Deps, 'files'>,
  edition: Pick<Edition, 'inputs'>,
): Promise<Outcome['verdict'] | null> {
  return edition.inputs === null ? null : verdictOf((await keptInputs(deps, edition)).data);
}

const verdictOf = ({ cover: { verdict } }: PrinterInputs['data']): Outcome['verdict'] => ({
  titre: verdict.headline,
  sujets: [...verdict.subjects],
  etat: verdict.state,
});

const officialFilesOf = ({ attachments }: PrinterInputs['data']) =>
  attachments.filter(({ mimeType }) => mimeType === 'application/pdf');

async function keptInputs(deps: Pick<Deps, 'files'>, { inputs }: Pick<Edition, 'inputs'>): Promise<PrinterInputs> {
  if (inputs === null) throw notReadable();
  return unpackInputs(await deps.files.get(inputs));
}

const notReadable = (): AppError =>
  new AppError('not_found', 'Cet état des risques a été émis sous une forme plus ancienne : lisez-le dans son PDF.');
