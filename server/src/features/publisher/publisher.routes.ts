import { publisher as publisherRoute, termsPdf } from '@clairisque/contract/publisher.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { printTerms, publisherView, recipientsOf, type PrintedTerms } from './publisher.ts';

export const publisherRoutes = (deps: Pick<Deps, 'publisher' | 'typst' | 'matomo'>) => async (app: App) => {
  app.route({ ...publisherRoute, handler: async () => ({ ...publisherView(deps.publisher), ...recipientsOf(deps) }) });

  // Printed at the first request; a failure is not cached.
  let terms: PrintedTerms | undefined;
  app.route({
    ...termsPdf,
    handler: async (_request, reply) => {
      terms ??= await printTerms(deps);
      return sendFile(reply, { content: terms.bytes, type: 'application/pdf', fileName: terms.name });
    },
  });
};
