import {
  publisher as publisherRoute,
  termsPdf,
  type Publisher as PublisherView,
} from '@clairisque/contract/publisher.ts';
import type { Deps } from '#deps.ts';
import { addressLines, grouped } from '#domain/invoice/mentions.ts';
import { frenchNumber } from '#domain/french.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { owesAccessibility, placeholdersIn, type Publisher } from '#publisher.ts';
import { printTerms, type PrintedTerms } from './publisher.ts';

export const publisherRoutes = (deps: Pick<Deps, 'publisher' | 'typst'>) => async (app: App) => {
  app.route({ ...publisherRoute, handler: async () => viewOf(deps.publisher) });

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

function viewOf(publisher: Publisher): PublisherView {
  const { host, mediator } = publisher;
  return {
    nom: publisher.name,
    forme: formOf(publisher),
    adresse: addressLines(publisher.address).join(', '),
    siren: grouped(publisher.siren),
    siret: grouped(publisher.siret),
    rcs: publisher.rcsCity,
    tva: publisher.vatNumber,
    email: publisher.email,
    telephone: publisher.phone,
    directeur: publisher.director,
    hebergeur: { nom: host.name, adresse: host.address, telephone: host.phone },
    mediateur: { nom: mediator.name, adresse: mediator.address, site: mediator.url },
    accessibilite: owesAccessibility(publisher),
    incomplet: placeholdersIn(publisher).length > 0,
  };
}

function formOf({ legalForm, capitalEuros }: Publisher): string {
  return capitalEuros === null ? legalForm : `${legalForm} au capital de ${frenchNumber(capitalEuros)}\u00A0€`;
}
