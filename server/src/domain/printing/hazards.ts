import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Ppr } from '#domain/risks/facts.ts';
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

/**
 * The models of GASPAR that are about one hazard; `within` is the class under which the source files it: an « Inondation
 * » of a PPR littoral is a submersion marine.
 */
const MODELS: Record<string, { box: string; within?: string }> = {
  'PPRN-I': { box: 'inondation' },
  'PPRN-L': { box: 'submersion marine', within: 'inondation' },
  'PPRN-SM': { box: 'submersion marine', within: 'inondation' },
  'PPRN-MVT': { box: 'mouvement de terrain' },
  'PPRN-RGA': { box: 'sécheresse et argiles', within: 'mouvement de terrain' },
  'PPRN-AV': { box: 'avalanche' },
  'PPRN-CY': { box: 'cyclone' },
  'PPRN-EV': { box: 'volcan' },
  'PPRN-IF': { box: 'feu de forêt' },
  'PPRN-S': { box: 'séisme' },
};

/** Says nothing beside a precise hazard. */
const GENERAL = /^(?:risque (?:naturel|minier|technologique)|mouvements? de terrains? miniers?)$/iu;
const OTHERS = 'autres';

export function hazardBoxes(plan: Ppr): Box[] {
  const ticked = labelsOf(plan);
  return [...HAZARDS[plan.family].map(([label]) => label), OTHERS].map((label) => ({
    label,
    checked: ticked.has(label),
  }));
}

/** The boxes to tick. Where the source names the model's own class, or nothing, the model names the hazard. */
function labelsOf({ family, procedure, hazards }: Ppr): Set<string> {
  const model = modelOf({ procedure });
  const precise = hazards.filter((hazard) => !GENERAL.test(hazard.trim()));
  const said = precise.length > 0 || model !== undefined ? precise : hazards;
  const isClass = (hazard: string): boolean => hazard.trim().toLowerCase() === model?.within;
  const labels = said.filter((hazard) => !isClass(hazard)).flatMap((hazard) => labelsIn(family, hazard));
  const isOfModel = said.length === 0 || said.some((hazard) => isClass(hazard)) || labels.includes(model?.within ?? '');
  return new Set(model !== undefined && isOfModel ? [model.box, ...labels] : labels);
}

const modelOf = ({ procedure }: Pick<Ppr, 'procedure'>) => MODELS[procedure.toUpperCase()];

/** « Inondation : par submersion marine » ticks what it says precisely; its class where the form has no box for that. */
function labelsIn(family: PprFamily, hazard: string): string[] {
  const [hazardClass = '', ...precise] = hazard.split(/ ?: /u);
  const within = (words: string): string[] =>
    HAZARDS[family].flatMap(([label, pattern]) => (pattern.test(words) ? [label] : []));
  return [within(precise.join(' ')), within(hazardClass)].find((labels) => labels.length > 0) ?? [OTHERS];
}

/** Says what the ticked hazards rest on. */
export function hazardsSentence(plan: Ppr): string {
  const { hazards, procedure } = plan;
  const model = modelOf(plan);
  if (hazards.length > 0) {
    const said = `Selon la donnée publique : ${hazards.join(', ')}`;
    const isPrecised = model?.within !== undefined && hazards.some((one) => one.trim().toLowerCase() === model.within);
    return isPrecised ? `${said}, et le modèle du plan (${procedure}).` : `${said}.`;
  }
  return model === undefined
    ? 'La donnée publique ne précise pas les risques pris en considération : voir le règlement du plan.'
    : `Selon le modèle du plan (${procedure}) ; la donnée publique ne précise pas plus les risques pris en considération : voir son règlement.`;
}

/** The ticked labels: « inondation », « remontée de nappe »; empty when the source names no hazard of the form. */
export function hazardNames(plan: Ppr): string[] {
  return hazardBoxes(plan).flatMap(({ checked, label }) => (checked && label !== OTHERS ? [label] : []));
}
