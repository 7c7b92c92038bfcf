import { StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { DeclaredField } from '@clairisque/contract/common/property-columns.ts';
import { DECLARED_NAMES } from '@clairisque/contract/common/property-columns.ts';
import { Declarations as Fields } from '@clairisque/contract/common/v3-declarations.ts';
import { LOT_MAX_LENGTH, MOST_DECREES, MOST_PLANS } from '@clairisque/contract/common/declarations.ts';
import type { ZodError } from 'zod';

type Given = NonNullable<StatementRequest['declarations']>;
export type DeclaredCells = Partial<Record<DeclaredField, string>>;

/**
 * Titles of their columns, without accents, in French files and in API v3. A title that only says « lot » or « étage »
 * declares nothing: it may be a reference, or the floor of a tenant.
 */
export const DECLARED_TITLES: Record<DeclaredField, RegExp> = {
  works_prescribed: /^(travaux prescrits|works prescribed)$/,
  works_done: /^(travaux (prescrits )?realises|works done)$/,
  works_by_plan: /^(travaux (prescrits )?par plan|works by plan)$/,
  disasters_indemnified: /^(sinistres? indemnises?|disasters indemnified)$/,
  disaster_decrees_indemnified: /^((codes? )?(des )?arretes? indemnises?|disaster decrees indemnified)$/,
  drought_works_not_done: /^(travaux( (rga|de|apres))? ?secheresse( indemnises)? non realises|drought works not done)$/,
  condominium_lot_floor: /^(etage (du )?lot( de copropriete)?|condominium lot floor)$/,
  condominium_lot_number: /^((numero|no|n) (du |de )?lot( de copropriete)?|condominium lot number)$/,
  condominium_lot_building: /^(batiment (du )?lot( de copropriete)?|condominium lot building)$/,
};

/** A cell that cannot be read; `message` is a sentence for the author of the file. */
class Unread extends Error {}

/** The declarations of a line, for the contract to check; undefined when no cell declares anything. */
export function declaredIn(cells: DeclaredCells): { declarations?: unknown } | { refusal: string } {
  try {
    const declarations = Object.fromEntries(
      [...answersIn(cells), ...listsIn(cells), ...lotIn(cells)].filter(([, value]) => value !== undefined),
    );
    return Object.keys(declarations).length === 0 ? {} : { declarations };
  } catch (error) {
    if (error instanceof Unread) return { refusal: error.message };
    throw error;
  }
}

type Entry<F extends keyof Given = keyof Given> = [field: F, value: unknown];

const answersIn = (cells: DeclaredCells): Entry[] =>
  (['works_prescribed', 'works_done', 'disasters_indemnified'] as const).map((field) => [
    field,
    answerIn(field, cells[field]),
  ]);

function listsIn(cells: DeclaredCells): Entry[] {
  return [
    ['works_by_plan', cells.works_by_plan?.split('|').filter(isWritten).map(planIn)],
    ['disaster_decrees_indemnified', cells.disaster_decrees_indemnified?.split(/[\s,;|]+/).filter(isWritten)],
    ['drought_works_not_done', cells.drought_works_not_done],
  ];
}

const isWritten = (part: string): boolean => part.trim() !== '';

function lotIn(cells: DeclaredCells): Entry[] {
  const { condominium_lot_floor: floor, condominium_lot_number: number, condominium_lot_building: building } = cells;
  if ((floor ?? number ?? building) === undefined) return [];
  return [['condominium_lot', { floor: floorIn(floor), ...(number && { number }), ...(building && { building }) }]];
}

const YES = /^(oui|o|yes|y|true|vrai|1)$/i;
const NO = /^(non|n|no|false|faux|0)$/i;
/** « À préciser plus tard ». */
const LATER = /^([àa] pr[ée]ciser( plus tard)?|\?|null)$/i;

function answerIn(field: DeclaredField, text: string | undefined): boolean | null | undefined {
  if (text === undefined) return undefined;
  if (YES.test(text)) return true;
  if (NO.test(text)) return false;
  if (LATER.test(text)) return null;
  throw new Unread(
    `${quoted(text)} n’est pas une réponse à ${quoted(DECLARED_NAMES[field])}\u00A0: écrivez oui ou non, ou laissez la cellule vide.`,
  );
}

/** « PPRI de la Seine = oui / non »: prescribed, then done. */
const A_PLAN = /^(.+)=([^=/]+)(?:\/([^=/]+))?$/;

function planIn(text: string): { plan: string; prescribed: unknown; done: unknown } {
  const [, plan, prescribed, done] = (A_PLAN.exec(text.trim()) ?? []).map((part) => part?.trim());
  if (plan === undefined || prescribed === undefined) {
    throw new Unread(
      `${quoted(text.trim())} ne dit pas les travaux d’un plan\u00A0: écrivez «\u00A025DDT20080012 = oui / non\u00A0», prescrits puis réalisés, et «\u00A0|\u00A0» entre deux plans.`,
    );
  }
  return {
    plan,
    prescribed: answerIn('works_by_plan', prescribed) ?? null,
    done: answerIn('works_by_plan', done) ?? null,
  };
}

const GROUND = /^(rdc|rez[- ]de[- ]chauss[ée]e)$/i;
const A_FLOOR = /^(-?\d{1,2})(er|e|[èe]me)?( étage| etage)?$/i;

function floorIn(text: string | undefined): number | null {
  if (text === undefined || LATER.test(text)) return null;
  if (GROUND.test(text)) return 0;
  const [, floor] = A_FLOOR.exec(text) ?? [];
  if (floor !== undefined) return Number(floor);
  throw new Unread(`${quoted(text)} n’est pas un étage\u00A0: écrivez 2, -1, ou 0 pour le rez-de-chaussée.`);
}

const quoted = (text: string): string => `«\u00A0${text.length > 40 ? `${text.slice(0, 40)}…` : text}\u00A0»`;

const written = (answer: boolean | null, later: string): string => (answer === null ? later : answer ? 'oui' : 'non');
/** An empty cell leaves it for later too. */
const given = (answer: boolean | null): string => written(answer, '');

/** The cells that `declaredIn` would read so. */
export function cellsOfDeclarations(row: { declarations?: unknown } | null): DeclaredCells {
  const declared = Fields.safeParse(row?.declarations);
  if (!declared.success) return {};
  const { works_by_plan: plans = [], disaster_decrees_indemnified: decrees = [], condominium_lot: lot } = declared.data;
  const { works_prescribed, works_done, disasters_indemnified, drought_works_not_done } = declared.data;
  return {
    works_prescribed: given(works_prescribed),
    works_done: given(works_done),
    works_by_plan: plans
      .map((one) => `${one.plan} = ${written(one.prescribed, '?')} / ${written(one.done, '?')}`)
      .join(' | '),
    disasters_indemnified: given(disasters_indemnified),
    disaster_decrees_indemnified: decrees.join(' '),
    drought_works_not_done: drought_works_not_done ?? '',
    ...(lot && {
      condominium_lot_floor: lot.floor === null ? '?' : String(lot.floor),
      condominium_lot_number: lot.number ?? '',
      condominium_lot_building: lot.building ?? '',
    }),
  };
}

/** Why the contract refuses a declaration, apart from contradictions and letters, which have their own sentences. */
export function declaredFault({ path }: Pick<ZodError['issues'][number], 'path'>): string {
  const [, field, rank] = path;
  switch (field) {
    case 'works_by_plan':
      return rank === undefined
        ? `Une ligne déclare les travaux de ${MOST_PLANS} plans au plus.`
        : 'Le nom d’un plan dépasse 300 caractères.';
    case 'disaster_decrees_indemnified':
      return rank === undefined
        ? `Une ligne désigne ${MOST_DECREES} arrêtés au plus.`
        : 'Un code d’arrêté s’écrit comme INTE2500002A\u00A0: séparez les codes par des espaces.';
    case 'drought_works_not_done':
      return 'Les travaux de remise en état dépassent 2\u00A0000 caractères.';
    case 'condominium_lot':
      return rank === 'floor'
        ? 'Un étage va de -9 à 99.'
        : `Le numéro ou le bâtiment du lot dépasse ${LOT_MAX_LENGTH} caractères.`;
    case undefined:
    default:
      return 'Une déclaration de cette ligne est refusée.';
  }
}
