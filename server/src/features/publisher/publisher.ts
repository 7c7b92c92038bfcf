import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { termsOf } from '@clairisque/contract/common/terms.ts';
import type { Deps } from '#deps.ts';
import {
  publisher as publisherRoute,
  termsPdf,
  type Publisher as PublisherView,
} from '@clairisque/contract/publisher.ts';
import { frenchNumber } from '#domain/french.ts';
import { addressLines, grouped } from '#domain/invoice/mentions.ts';
import { owesAccessibility, placeholdersIn, type Publisher } from '#config/publisher.ts';
import { buildTermsDocument } from '#domain/statement-document/terms-document.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';

export type PrintedTerms = { name: string; bytes: Buffer };

/** The terms of sale in force, as a PDF. Deterministic: the same text gives the same bytes. */
export async function printTerms({ typst, publisher }: Pick<Deps, 'typst' | 'publisher'>): Promise<PrintedTerms> {
  const document = buildTermsDocument({ version: TERMS_VERSION, sections: termsOf(publisherView(publisher)) });
  return { name: `CGV-Clairisque-${TERMS_VERSION}.pdf`, bytes: await typst.render('terms', document, {}) };
}

type Recipients = Pick<PublisherView, 'messagerie' | 'matomo'>;

/** Processors that the privacy page names beside the host and the payment provider. */
function recipientsOf({ publisher, matomo }: Pick<Deps, 'publisher' | 'matomo'>): Recipients {
  return { messagerie: publisher.mailProvider, matomo: matomo?.host ?? null };
}

/** The publisher in the words of the site and of its terms. */
export function publisherView(publisher: Publisher): Omit<PublisherView, keyof Recipients> {
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
