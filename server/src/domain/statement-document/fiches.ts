import type { Findings } from '#domain/risks/findings.ts';

/**
 * The State's information sheets to attach: R125-24 2°, 3° code de l'environnement, and the sheet on débroussaillement.
 */
export const FICHE_SUBJECTS = ['sismique', 'radon', 'debroussaillement'] as const;
export type FicheSubject = (typeof FICHE_SUBJECTS)[number];

export const FICHE_TITLES: Record<FicheSubject, string> = {
  sismique: 'Fiche d’information sur le risque sismique',
  radon: 'Fiche d’information sur le radon',
  debroussaillement: 'Fiche d’information sur les obligations de débroussaillement',
};

/** The sheets that this property needs; `sheetUrl` comes from the supplier's answer, when it gives one. */
export function neededFiches(findings: Findings): { subject: FicheSubject; sheetUrl: string | null }[] {
  const { sismicite, radon, debroussaillement } = findings;
  return [
    ...(sismicite.state === 'concerned' ? [{ subject: 'sismique' as const, sheetUrl: null }] : []),
    ...(radon.state === 'concerned' ? [{ subject: 'radon' as const, sheetUrl: null }] : []),
    ...(debroussaillement.state === 'concerned'
      ? [{ subject: 'debroussaillement' as const, sheetUrl: debroussaillement.details.obligation?.sheetUrl ?? null }]
      : []),
  ];
}
