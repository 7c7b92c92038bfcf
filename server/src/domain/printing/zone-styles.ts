import type { PprRule } from '#domain/risks/facts.ts';

/**
 * How a zone is drawn; `templates/lib/map.typ` has the colour and the pattern of each. Colours of noise zones are those
 * of the State's own generator of 2021 (ERRIAL); red where a plan forbids and blue where it prescribes are the words of
 * the plans themselves. No text makes them compulsory, and those of the coast and of the soils are ours.
 */
export type ZoneStyle =
  | 'peb-a'
  | 'peb-b'
  | 'peb-c'
  | 'peb-d'
  | 'cote-30'
  | 'cote-100'
  | 'cote'
  | 'ppr-rouge'
  | 'ppr-rouge-strict'
  | 'ppr-bleu'
  | 'ppr-bleu-clair'
  | 'ppr-violet'
  | 'ppr-autre'
  | 'perimetre'
  | 'sis';

const RULES: Record<PprRule, ZoneStyle> = {
  interdiction: 'ppr-rouge',
  'interdiction-stricte': 'ppr-rouge-strict',
  prescriptions: 'ppr-bleu',
  'prescriptions-outside-hazard': 'ppr-bleu-clair',
  delaissement: 'ppr-violet',
  expropriation: 'ppr-violet',
  unidentified: 'ppr-autre',
};
export const ruleStyle = (rule: PprRule): ZoneStyle => RULES[rule];
