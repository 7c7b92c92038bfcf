/** The four packs as displayed. The server's catalogue decides what is charged. */
export type Pack = {
  code: 'UN' | 'PA1' | 'PA2' | 'PA5';
  credits: number;
  priceCents: number;
  validity: string;
  audience: string;
  isBestOffer: boolean;
};

export const PACKS: readonly [Pack, ...Pack[]] = [
  {
    code: 'UN',
    credits: 1,
    priceCents: 790,
    validity: 'Sans limite de durée',
    audience: 'Pour un seul bien',
    isBestOffer: false,
  },
  {
    code: 'PA1',
    credits: 5,
    priceCents: 1500,
    validity: 'Sans limite de durée',
    audience: 'Pour plusieurs biens',
    isBestOffer: false,
  },
  {
    code: 'PA2',
    credits: 10,
    priceCents: 2500,
    validity: 'Sans limite de durée',
    audience: 'Meilleure offre pour les professionnels',
    isBestOffer: true,
  },
  {
    code: 'PA5',
    credits: 100,
    priceCents: 4000,
    validity: 'Valable 1 mois',
    audience: 'Pour un usage intensif',
    isBestOffer: false,
  },
];

/** « 7,90 € », with the no-break space of French typography; `cents` is not negative. */
export function formatEuros(cents: number): string {
  const [units = '', rest] = (cents / 100).toFixed(2).split('.');
  return `${groupThousands(units)},${rest}\u00A0€`;
}

/** One credit, for a user who needs one statement. */
export const UNIT_PACK = PACKS[0];
/** Price of one statement, bought separately: « 7,90 € ». */
export const UNIT_PRICE = formatEuros(UNIT_PACK.priceCents);

/**
 * `digits`, of an integer, in groups of three as in French: « 12 345 ». Without `Intl`, whose first use takes a tenth
 * of a second on a phone: for the first view.
 */
export function groupThousands(digits: number | string): string {
  return String(digits).replaceAll(/\B(?=(\d{3})+$)/g, '\u202F');
}
