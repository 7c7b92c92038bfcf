import { deserialize, serialize } from 'node:v8';
import { Temporal } from 'temporal-polyfill';
import { isJoined, planDocumentFile } from '#domain/risks/plan-documents.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';

/**
 * What a document was written from, kept beside what it prints: a completed edition is written from it, without asking a
 * source again. V8's serialisation keeps the identity of shared objects, which the assessment of plans compares, and a
 * later Node reads it. Bytes that are files already are left out.
 */
type Kept = {
  version: 1;
  input: Omit<StatementInput, 'statement' | 'replaces' | 'answers' | 'completes'>;
  dates: Dates;
};
type Dates = Pick<
  StatementInput['statement'],
  'transaction' | 'seller' | 'buyer' | 'declarations' | 'specimen' | 'hasLogo'
> & {
  reference: string;
  issuedAt: string;
  issuedOn: string;
  expiresOn: string;
  replaces: { reference: string; issuedOn: string } | null;
};

const NO_BYTES = new Uint8Array();

export function packContent(whole: StatementInput): Buffer {
  const { statement, replaces, answers: _given, completes: _completed, ...input } = whole;
  const { verificationUrl: _url, ...named } = statement;
  const kept: Kept = {
    version: 1,
    input: {
      ...input,
      fiches: input.fiches.map((fiche) => ({ ...fiche, bytes: NO_BYTES })),
      planDocuments: input.planDocuments.map((one) =>
        isJoined(one) ? { ...one, pdf: { ...one.pdf, bytes: NO_BYTES } } : one,
      ),
    },
    dates: {
      ...named,
      issuedAt: statement.issuedAt.toString(),
      issuedOn: statement.issuedOn.toString(),
      expiresOn: statement.expiresOn.toString(),
      replaces: replaces && { reference: replaces.reference, issuedOn: replaces.issuedOn.toString() },
    },
  };
  return serialize(kept);
}

/** `files`: those of the same inputs. Throws for another version. */
export function unpackContent(content: Uint8Array, files: Record<string, Uint8Array>): StatementInput {
  const { version, input, dates } = deserialize(content) as Kept;
  if (version !== 1) throw new Error(`kept content: unknown version ${String(version)}`);
  const { replaces, ...named } = dates;
  return {
    ...input,
    fiches: input.fiches.map((fiche) => ({ ...fiche, bytes: files[fiche.file] ?? NO_BYTES })),
    planDocuments: input.planDocuments.map((one) =>
      isJoined(one) ? { ...one, pdf: { ...one.pdf, bytes: files[planDocumentFile(one)] ?? NO_BYTES } } : one,
    ),
    statement: {
      ...named,
      issuedAt: Temporal.Instant.from(dates.issuedAt),
      issuedOn: Temporal.PlainDate.from(dates.issuedOn),
      expiresOn: Temporal.PlainDate.from(dates.expiresOn),
      verificationUrl: '',
    },
    replaces: replaces && { reference: replaces.reference, issuedOn: Temporal.PlainDate.from(replaces.issuedOn) },
  };
}
