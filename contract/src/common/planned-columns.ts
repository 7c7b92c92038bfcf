/** Planned days of a statement: fields of API v3, and columns of a file of properties. */
export const PLANNED_FIELDS = ['preliminary_contract', 'deed', 'lease'] as const;
export type PlannedField = (typeof PLANNED_FIELDS)[number];

/** Their names in French files and pages. */
export const PLANNED_NAMES: Record<PlannedField, string> = {
  preliminary_contract: 'Date de la promesse',
  deed: 'Date de l’acte',
  lease: 'Date du bail',
};
