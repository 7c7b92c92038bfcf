import type { Deps } from '#deps.ts';
import { findEditionByReference } from './statements.editions.ts';
import { unpackInputs } from './statements.inputs.ts';

/** An issued document printed again from what was kept of it, for whoever doubts of its bytes. Throws when nothing was. */
export async function reprint(
  deps: Pick<Deps, 'db' | 'files' | 'typst'>,
  reference: string,
): Promise<{ pdf: Buffer; issuedSha256: string }> {
  const edition = await findEditionByReference(deps, reference);
  if (edition === undefined) throw new Error(`no document ${reference}`);
  if (edition.inputs === null) throw new Error(`nothing was kept of ${reference}: issued by an earlier version`);
  const { template, data, files } = unpackInputs(await deps.files.get(edition.inputs));
  return { pdf: await deps.typst.render(template, data, files), issuedSha256: edition.sha256 };
}
