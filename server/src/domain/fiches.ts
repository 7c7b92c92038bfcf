import type { Findings } from './findings.ts';

/** Information sheets of the State that R125-24 2°, 3° code de l'environnement and the one on débroussaillement ask to enclose. */
export const FICHE_SUBJECTS = ['sismique', 'radon', 'debroussaillement'] as const;
export type FicheSubject = (typeof FICHE_SUBJECTS)[number];

export const FICHE_TITLES: Record<FicheSubject, string> = {
  sismique: 'Fiche d’information sur le risque sismique',
  radon: 'Fiche d’information sur le radon',
  debroussaillement: 'Fiche d’information sur les obligations de débroussaillement',
};

/** Those that this property needs; `sheetUrl` is the supplier's, when its answer names one. */
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
