import { acceptedTermsPdf, myTerms } from '@clairisque/contract/accepted-terms.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { listMyTerms, printAccepted, type PrintedTerms } from './accepted-terms.ts';

export const termsRoutes = (deps: Deps) => async (app: App) => {
  // One printing a text, however many ask; a failure is not kept.
  const printed = new Map<string, Promise<PrintedTerms>>();
  const printOnce = (digest: string): Promise<PrintedTerms> => {
    const known = printed.get(digest);
    if (known !== undefined) return known;
    const printing = printAccepted(deps, digest);
    printed.set(digest, printing);
    printing.catch(() => printed.delete(digest));
    return printing;
  };
  app.route({ ...myTerms, handler: (request) => listMyTerms(deps, callerOf(request).accountId) });
  app.route({
    ...acceptedTermsPdf,
    handler: async (request, reply) => {
      const { bytes, name } = await printOnce(request.params.empreinte);
      return sendFile(reply, { content: bytes, type: 'application/pdf', fileName: name });
    },
  });
};
