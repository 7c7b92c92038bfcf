/** Messages of the waiting screen, one every three seconds, ending on the last (21 and 3 s are prescribed). */
export const GENERATION_MESSAGES = [
  'Nous préparons votre dossier et vérifions la référence cadastrale.',
  'Le plan cadastral nous donne le contour exact de votre parcelle.',
  'Géorisques\u00A0: recherche des plans de prévention des risques naturels.',
  'Lecture des zones réglementées qui touchent votre parcelle.',
  'Géorisques\u00A0: recherche des plans de prévention des risques technologiques.',
  'Géorisques\u00A0: recherche des plans de prévention des risques miniers.',
  'Lecture de la zone de sismicité de votre commune.',
  'Lecture du potentiel radon de votre commune.',
  'Recherche des secteurs d’information sur les sols (SIS).',
  'Recherche des anciens sites industriels recensés par CASIAS.',
  'Recherche des installations classées à proximité.',
  'DGAC et IGN\u00A0: recherche des plans d’exposition au bruit des aérodromes.',
  'Comparaison de la parcelle avec les zones de bruit A, B, C et D.',
  'Géoportail de l’urbanisme\u00A0: exposition au recul du trait de côte.',
  'Vérification de l’obligation légale de débroussaillement.',
  'BRGM\u00A0: exposition au retrait-gonflement des argiles.',
  'BRGM\u00A0: cavités souterraines et mouvements de terrain recensés.',
  'Liste des arrêtés de catastrophe naturelle pris pour votre commune.',
  'Dessin des cartes\u00A0: parcelle, zones, échelle et nord.',
  'Mise en page de l’état des risques, de l’annexe bruit et des sources.',
  'Dernières vérifications\u00A0: votre document arrive.',
] as const;

export const MESSAGE_DURATION_MS = 3000;

/** The message after that many intervals. */
export function messageAfter(ticks: number): string {
  return GENERATION_MESSAGES[Math.min(ticks, GENERATION_MESSAGES.length - 1)] ?? GENERATION_MESSAGES[0];
}
