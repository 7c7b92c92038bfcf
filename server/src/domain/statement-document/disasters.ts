import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { counted } from '#domain/french.ts';
import { inTheCommunes } from '#domain/property/place-in-words.ts';
import { communesOf } from '#domain/geometry/place.ts';
import { decreesByCode } from '#domain/risks/decrees.ts';
import type { Catnat } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { cell, PART, yesNo, type Cell, type Disasters } from '#domain/printing/parts.ts';
import type { StatementInput } from './input.ts';
import { shortDate } from '#domain/printing/text.ts';

/** The answer, and that of whoever names the decrees. */
export function isIndemnified(declarations: Declarations | null): boolean | null {
  if (declarations === null) return null;
  return declaredDecrees(declarations).length > 0 ? true : declarations.sinistres_indemnises;
}

const declaredDecrees = (declarations: Declarations | null): string[] => [
  ...new Set(declarations?.arretes_indemnises ?? []),
];

/** Names the parts that are left to answer by hand. */
export function openDisasters({ rows, none, other }: Disasters): string[] {
  if (rows.length === 0)
    return other === ''
      ? []
      : [`Partie ${PART.disasters} : le sinistre indemnisé${other.includes(OR_NONE) ? ', ou « aucun »' : ''}`];
  const count = rows.filter(({ boxes }) => boxes.every(({ checked }) => !checked)).length;
  if (count === 0) return [];
  const each = `Partie ${PART.disasters} : oui ou non pour ${counted(count, 'arrêté')} de catastrophe naturelle`;
  return [none === null ? each : `${each}, ou la case « aucun »`];
}

/** A decree by its code; those that the commune’s list lacks are printed as declared. */
type Indemnified = { code: string; decree: Catnat | null };

/** The decrees that the owner named, latest first; the unknown ones last. */
export function indemnifiedDecrees({ findings, statement }: Pick<StatementInput, 'findings' | 'statement'>) {
  const codes = declaredDecrees(statement.declarations);
  const known = decreesByCode(latestFirst(findings)).filter(({ code }) => codes.includes(code));
  const unknown = codes.filter((code) => known.every((decree) => decree.code !== code));
  return [
    ...known.map((decree): Indemnified => ({ code: decree.code, decree })),
    ...unknown.map((code): Indemnified => ({ code, decree: null })),
  ];
}

/**
 * The owner names the decrees (R125-24 5°), and the list is closed; says that there is none; or ticks them by hand. Only
 * a named or ticked decree is declared.
 */
export function disasters(input: StatementInput): Disasters {
  const isInSeveral = communesOf(input.place).length > 1;
  const named = indemnifiedDecrees(input);
  if (named.length > 0) return closedList(named, isInSeveral);
  const { catnat } = input.findings;
  const decrees = latestFirst(input.findings);
  const answer = isIndemnified(input.statement.declarations);
  const common = { ...table(isInSeveral), title: TITLE, other: otherClaim(decrees.length > 0, answer) };
  if (decrees.length === 0)
    return { ...common, intro: answer === false ? [LAW, NONE] : [LAW], none: null, rows: [], empty: catnat.sentence };
  const how = howTo(decrees.length, inTheCommunes(input.place), answer);
  return {
    ...common,
    intro: [LAW, how, ...(catnat.contradiction === undefined ? [] : [catnat.contradiction.sentence])],
    none: answer === true ? null : noneBox(answer === false),
    rows: decrees.map((decree) => ({
      cells: decreeCells(decree, isInSeveral),
      boxes: yesNo(answer === false ? false : null),
    })),
    empty: null,
  };
}

const TITLE = 'Déclaration de sinistres indemnisés';
const LAW =
  'Le propriétaire déclare les sinistres survenus pendant qu’il possède le bien, et ceux dont il a lui-même été informé (L. 125-5, IV du code de l’environnement).';
const NONE = 'Déclaration du propriétaire : aucun sinistre indemnisé.';

function closedList(named: Indemnified[], isInSeveral: boolean): Disasters {
  return {
    ...table(isInSeveral),
    title: TITLE,
    intro: [
      LAW,
      `Déclaration du propriétaire : le bien a été indemnisé à la suite ${named.length > 1 ? 'des événements' : 'de l’événement'} ci-dessous. La liste est complète (R. 125-24, 5°).`,
    ],
    none: null,
    rows: named.map(({ code, decree }) => ({
      cells: decree === null ? unknownCells(code) : decreeCells(decree, isInSeveral),
      boxes: yesNo(true),
    })),
    empty: null,
    other: '',
  };
}

const table = (isInSeveral: boolean): Pick<Disasters, 'head' | 'widths'> => ({
  head: [
    `Catastrophe reconnue dans ${isInSeveral ? 'une commune' : 'la commune'}`,
    'Début',
    'Fin',
    'Arrêté du',
    'JO du',
    'Indemnité',
  ],
  widths: [72, 18, 18, 18, 18, 26],
});

const noneBox = (checked: boolean): NonNullable<Disasters['none']> => ({
  box: {
    label: 'Aucun de ces événements n’a donné lieu, à ma connaissance, au versement d’une indemnité pour ce bien.',
    checked,
  },
  sentence: checked ? NONE : 'Sinon, répondre ligne par ligne.',
});

/** The commune only when the parcels are in several. */
function decreeCells(decree: Catnat, isInSeveral: boolean): Cell[] {
  return [
    cell(decree.hazard, { detail: isInSeveral ? `${decree.code}, ${decree.commune}` : decree.code }),
    ...[decree.start, decree.end, decree.decree, decree.journalOfficiel].map((date) => cell(shortDate(date))),
  ];
}

const unknownCells = (code: string): Cell[] => [
  cell('Arrêté déclaré par le propriétaire, absent de la liste de la commune : à vérifier', { detail: code }),
  ...[1, 2, 3, 4].map(() => cell(null)),
];

const OR_NONE = ' (écrire « aucun » s’il n’y en a pas)';

function otherClaim(isListed: boolean, answer: boolean | null): string {
  if (answer === false) return '';
  if (isListed)
    return 'Autre sinistre indemnisé : catastrophe minière ou technologique, arrêté qui manque à la liste ci-dessous';
  return `Sinistre indemnisé : catastrophe minière, technologique ou naturelle${answer === true ? '' : OR_NONE}`;
}

/** An owner who answered « non » has no box to tick. */
function howTo(count: number, where: string, answer: boolean | null): string {
  const list = `${counted(count, 'arrêté recensé', 'arrêtés recensés')} ${where}, ${count > 1 ? 'du plus récent au plus ancien' : 'ci-dessous'}.`;
  return answer === false ? list : `${list} ${TO_TICK}`;
}

const TO_TICK =
  'Cochez « oui » si l’immeuble a été indemnisé à la suite de l’événement : seuls les arrêtés cochés « oui » font partie de l’état des risques (R. 125-24, 5°).';

function latestFirst({ catnat }: Findings) {
  return [...(catnat.details?.decrees ?? [])].sort(
    (a, b) => (b.start ?? '').localeCompare(a.start ?? '') || a.code.localeCompare(b.code),
  );
}
