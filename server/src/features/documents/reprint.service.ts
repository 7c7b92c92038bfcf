import type { Deps } from '#deps.ts';
import { findEditionByReference } from './editions.service.ts';
import { unpackInputs } from './printer-inputs.rules.ts';

/** Reprints an issued document from its stored inputs, to compare its bytes. Throws when there are none. */
export async function reprint(
  deps: Pick<Deps, 'db' | 'files' | 'typst'>,
  reference: string,
): Promise<{ pdf: Buffer; issuedSha256: string }> {
  const edition = await findEditionByReference(deps, reference);
  if (edition === undefined) throw new Error(`no document ${reference}`);
  if (edition.inputs === null) throw new Error(`${reference} has no stored inputs: issued by an earlier version`);
  const { template, data, files } = unpackInputs(await deps.files.get(edition.inputs));
  return { pdf: await deps.typst.render(template, data, files), issuedSha256: edition.sha256 };
}
