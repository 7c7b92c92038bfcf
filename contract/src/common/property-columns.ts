/** Columns of a file of properties for the owner's declarations: the fields of API v3, one value a cell. */
export const DECLARED_FIELDS = [
  'works_prescribed',
  'works_done',
  'works_by_plan',
  'disasters_indemnified',
  'disaster_decrees_indemnified',
  'drought_works_not_done',
  'condominium_lot_floor',
  'condominium_lot_number',
  'condominium_lot_building',
] as const;
export type DeclaredField = (typeof DECLARED_FIELDS)[number];

/** Their names in French files and pages. */
export const DECLARED_NAMES: Record<DeclaredField, string> = {
  works_prescribed: 'Travaux prescrits',
  works_done: 'Travaux réalisés',
  works_by_plan: 'Travaux par plan',
  disasters_indemnified: 'Sinistres indemnisés',
  disaster_decrees_indemnified: 'Arrêtés indemnisés',
  drought_works_not_done: 'Travaux sécheresse non réalisés',
  condominium_lot_floor: 'Étage du lot',
  condominium_lot_number: 'Numéro du lot',
  condominium_lot_building: 'Bâtiment du lot',
};

/** Planned days of a statement: fields of API v3, and columns of a file of properties. */
export const PLANNED_FIELDS = ['preliminary_contract', 'deed', 'lease'] as const;
export type PlannedField = (typeof PLANNED_FIELDS)[number];

/** Their names in French files and pages. */
export const PLANNED_NAMES: Record<PlannedField, string> = {
  preliminary_contract: 'Date de la promesse',
  deed: 'Date de l’acte',
  lease: 'Date du bail',
};
