import { ATTESTATION_REFERENCE } from '@clairisque/contract/checks.ts';
import { verify, type Verification, REFERENCE } from '@clairisque/contract/verification.ts';
import { call } from '#lib/api.ts';

/**
 * Reads a reference as typed or dictated: lower case, spaces, another dash or none, no « ERP »; null when it cannot be
 * one.
 */
export function readReference(typed: string): string | null {
  const text = typed.toUpperCase().replaceAll(/[\s\u2010-\u2015\u2212-]/g, '');
  const [, series = 'ERP', ...parts] =
    /^(ERP|TEST)?(\d{4})(\d+)(R1)?(A[1-9]\d{0,2})?(C[1-9]\d?)?(V[1-9]\d{0,3})?$/.exec(text) ?? [];
  const reference = [series, ...parts].filter(Boolean).join('-');
  return REFERENCE.test(reference) || ATTESTATION_REFERENCE.test(reference) ? reference : null;
}

/** A statement weighs a few megabytes; a phone must be able to load the file in memory. */
export const MAX_MEGABYTES = 50;
const PDF_MARK = '%PDF-';

/** Whether the file is the document of the page. */
export type FileVerdict =
  | { kind: 'authentic' | 'short-version' | 'modified' }
  /** The file has no reference of ours. */
  | { kind: 'foreign' }
  /** It names another document. */
  | { kind: 'other-document'; reference: string }
  | { kind: 'too-big'; megabytes: number }
  /** Authentic, but of an edition before or after this one. */
  | { kind: 'other-edition'; edition: Verification; isShort: boolean };

export type FileComparison =
  | FileVerdict
  /** The file was not compared. */
  | { kind: 'not-pdf' | 'unreadable' | 'unavailable' };

const NOT_COMPARED: readonly FileComparison['kind'][] = ['not-pdf', 'unreadable', 'unavailable'];

export function isVerdict(comparison: FileComparison): comparison is FileVerdict {
  return !NOT_COMPARED.includes(comparison.kind);
}

/** The reference in a received file; null without one. */
export async function referenceIn(file: File): Promise<string | null> {
  const bytes = file.size > MAX_MEGABYTES * 1e6 ? null : await read(file);
  return bytes === null ? null : referenceOf(bytes);
}

/** In a statement's own links, on every page; an attestation has none, and is named by its title. */
const NAMED = [
  /\/verification\/([\w-]{1,40})\)/,
  /<dc:title>[^]{0,200}?((?:ERP|TEST)-[\d-]{11,30}[\w-]{0,20})<\/rdf:li>/,
];

/** Readable as text; null without one. It proves nothing: it only says which document to compare with. */
function referenceOf(bytes: ArrayBuffer): string | null {
  const text = new TextDecoder('latin1').decode(bytes);
  const named = NAMED.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  return readReference(named ?? '');
}

export async function isPdf(file: File): Promise<boolean> {
  const beginning = await read(file.slice(0, PDF_MARK.length));
  return beginning !== null && hasPdfMark(beginning);
}

const hasPdfMark = (bytes: ArrayBuffer): boolean =>
  new TextDecoder('latin1').decode(bytes.slice(0, PDF_MARK.length)) === PDF_MARK;

/** Compares a file with the document. The file never leaves the browser: only its hash is used, here. */
export async function compareFile(file: File, document: Verification): Promise<FileComparison> {
  const compared = await hash(file);
  if ('kind' in compared) return compared;
  const { bytes, sha256 } = compared;
  if (sha256 === document.sha256) return { kind: 'authentic' };
  if (await isShortVersion(sha256, document)) return { kind: 'short-version' };
  const edition = await findOtherEdition(document, { bytes, sha256 });
  if (edition === null) return whatElse(bytes, document);
  return { kind: 'other-edition', edition, isShort: sha256 !== edition.sha256 };
}

/** Compares a file with the attestation of a check. */
export async function compareAttestation(file: File, attested: Named & { sha256: string }): Promise<FileComparison> {
  const compared = await hash(file);
  if ('kind' in compared) return compared;
  return compared.sha256 === attested.sha256 ? { kind: 'authentic' } : whatElse(compared.bytes, attested);
}

type Compared = { bytes: ArrayBuffer; sha256: string };

async function hash(file: File): Promise<Compared | FileComparison> {
  if (file.size > MAX_MEGABYTES * 1e6) return { kind: 'too-big', megabytes: Math.ceil(file.size / 1e6) };
  if (!globalThis.crypto?.subtle) return { kind: 'unavailable' };
  const bytes = await read(file);
  if (bytes === null) return { kind: 'unreadable' };
  if (!hasPdfMark(bytes)) return { kind: 'not-pdf' };
  return { bytes, sha256: hexadecimal(await crypto.subtle.digest('SHA-256', bytes)) };
}

type Named = { reference: string };

/** A file that we did not issue as it is: by the reference that it names. */
function whatElse(bytes: ArrayBuffer, { reference }: Named): FileVerdict {
  const named = referenceOf(bytes);
  if (named === null) return { kind: 'foreign' };
  const isOfDocument = withoutEdition(named) === withoutEdition(reference);
  return isOfDocument ? { kind: 'modified' } : { kind: 'other-document', reference: named };
}

/** All editions of a statement have its number; a renewal adds `-R1`, one after a change `-A1`, a completed one `-C1`. */
const withoutEdition = (reference: string): string => reference.replace(/(-R1)?(-A\d+)?(-C\d+)?$/, '');

/** The short version may have been printed since the page was opened. */
async function isShortVersion(sha256: string, { reference, sha256_remise }: Verification): Promise<boolean> {
  const known = sha256_remise ?? (await readEdition(reference))?.sha256_remise;
  return sha256 === known;
}

/** Null for what cannot be read: a folder, a file that changed in the meantime. */
async function read(file: Blob): Promise<ArrayBuffer | null> {
  try {
    return await file.arrayBuffer();
  } catch {
    return null;
  }
}

/** A renewal and what it replaces name each other; of completed and updated editions, each names two only. */
const isAnotherOf = (named: string | null, reference: string): boolean =>
  named !== null &&
  named !== reference &&
  withoutEdition(named) === withoutEdition(reference) &&
  /-[AC]\d/.test(`${named} ${reference}`);

/** The edition that the file is: those before and after the document, then the one that it names; null without one. */
async function findOtherEdition(document: Verification, { bytes, sha256 }: Compared): Promise<Verification | null> {
  const { reference, remplace_par: renewal, remplace, complete_par: completed, complete } = document;
  const named = referenceOf(bytes);
  const others = [
    renewal?.reference,
    remplace,
    completed?.reference,
    complete?.reference,
    isAnotherOf(named, reference) ? named : null,
  ];
  for (const other of new Set(others.flatMap((one) => one ?? []))) {
    const edition = await readEdition(other);
    if (edition !== null && [edition.sha256, edition.sha256_remise].includes(sha256)) return edition;
  }
  return null;
}

/** Null when the call fails. */
async function readEdition(reference: string): Promise<Verification | null> {
  try {
    return await call(verify, { params: { reference } });
  } catch {
    return null;
  }
}

function hexadecimal(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
