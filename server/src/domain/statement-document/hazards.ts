import type { Ppr, PprFamily } from '#domain/risks/facts.ts';
import type { Box } from './parts.ts';

/** Hazards of the usual form, by family, with the supplier's words that tick each of them. */
const HAZARDS: Record<PprFamily, [string, RegExp][]> = {
  pprn: [
    ['inondation', /inondation|d[ée]bordement|ruissellement/iu],
    ['crue torrentielle', /torrent/iu],
    ['remontée de nappe', /nappe/iu],
    ['submersion marine', /submersion|littoral/iu],
    ['avalanche', /avalanche/iu],
    ['cyclone', /cyclon|vent/iu],
    ['mouvement de terrain', /mouvement|glissement|boulement|ffondrement|cavit/iu],
    ['sécheresse et argiles', /s[ée]cheresse|argile|tassements? diff/iu],
    ['feu de forêt', /feu|incendie/iu],
    ['séisme', /s[ée]isme|sismi/iu],
    ['volcan', /volcan|[ée]ruption/iu],
  ],
  pprm: [
    ['affaissement', /affaissement/iu],
    ['effondrement', /ffondrement|fontis/iu],
    ['tassement', /tassement/iu],
    ['émission de gaz', /gaz/iu],
    ['pollution des sols', /pollution.*sol/iu],
    ['pollution des eaux', /pollution.*eau/iu],
  ],
  pprt: [
    ['effet toxique', /toxique/iu],
    ['effet thermique', /thermique/iu],
    ['effet de surpression', /surpression/iu],
    ['projection', /projection/iu],
    ['risque industriel', /industriel/iu],
  ],
};

/** The model of a plan names its hazard, where the supplier may give its class only (« Inondation » of a PPR littoral). */
const MODELS: Record<string, { box: string; general: RegExp }> = {
  'PPRN-L': { box: 'submersion marine', general: /^(?:risque naturel|inondation)$/iu },
  'PPRN-SM': { box: 'submersion marine', general: /^(?:risque naturel|inondation)$/iu },
};

export function hazardBoxes({ family, procedure, hazards: said }: Ppr): Box[] {
  const known = HAZARDS[family];
  const model = MODELS[procedure.toUpperCase()];
  const hazards =
    model === undefined ? said : [model.box, ...said.filter((hazard) => !model.general.test(hazard.trim()))];
  const boxes = known.map(([label, pattern]) => ({ label, checked: hazards.some((hazard) => pattern.test(hazard)) }));
  const other = hazards.some((hazard) => !known.some(([, pattern]) => pattern.test(hazard)));
  return [...boxes, { label: 'autres', checked: other }];
}

/** The ticked labels: « inondation », « remontée de nappe »; empty when the source names no hazard of the form. */
export const hazardNames = (plan: Ppr): string[] =>
  hazardBoxes(plan)
    .filter(({ checked, label }) => checked && label !== 'autres')
    .map(({ label }) => label);
