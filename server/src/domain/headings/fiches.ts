import type { Findings } from '#domain/risks/findings.ts';
import type { FicheSubject } from './heading.ts';
import { OWN, OWN_HEADINGS, whereConcerned } from './headings.ts';

/**
 * The State's information sheets to attach: R125-24 2°, 3° code de l'environnement, and the sheet on débroussaillement.
 */
const FICHES = OWN_HEADINGS.flatMap((heading) => OWN[heading].fiche ?? []);
export const FICHE_SUBJECTS: readonly FicheSubject[] = FICHES.map(({ subject }) => subject);
export const ficheTitle = (subject: FicheSubject): string =>
  FICHES.find((fiche) => fiche.subject === subject)?.title ?? '';

/** The sheets that this property needs; `sheetUrl` comes from the supplier's answer, when it gives one. */
export const neededFiches = (findings: Findings): { subject: FicheSubject; sheetUrl: string | null }[] =>
  whereConcerned(findings, ({ fiche }, details) =>
    fiche === null ? [] : [{ subject: fiche.subject, sheetUrl: fiche.sheetUrl(details) }],
  );
