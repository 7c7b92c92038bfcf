import { longFrenchDate } from '#domain/french.ts';
import {
  COMPULSORY_HEADINGS,
  HEADING_ICONS,
  type CompulsoryHeading,
  type HeadingIcon,
} from '@clairisque/contract/common/headings.ts';
import { listedAs } from '#domain/risks/findings.ts';
import type { Finding, FindingOf, Findings, FindingState } from '#domain/risks/findings.ts';
import { requiredDocuments } from '#domain/headings/required-documents.ts';
import { nextSteps } from './next.ts';
import type { Step } from './next.ts';
import type { Form } from '#domain/questions/form.ts';
import type { LabelledText, Link } from '#domain/printing/parts.ts';
import { partyName, signatures } from './declarations.ts';
import { declaredAnswers, type DeclaredAnswers } from './declared-answers.ts';
import { dutyOf } from './duties.ts';
import { sourcesPart } from './explanations.ts';
import { HEADINGS } from '#domain/headings/headings.ts';
import type { PlanLine } from '#domain/headings/heading.ts';
import { planLines } from './plan-lines.ts';
import { communeLabel } from '#domain/property/place-in-words.ts';
import { communeOf } from '#domain/property/property-address.ts';
import { coverParcels, declaredAddress, shortened, titleOf, type DeclaredAddress } from './property.ts';
import type { StatementInput } from './input.ts';

/** Page 1: a verdict readable in ten seconds, then its obligations, then what was checked and does not apply. */
export type Cover = {
  title: string;
  /** The confirmed address, or the parcel's name. */
  address: string;
  /** Always from the cadastre. */
  commune: string;
  declared: DeclaredAddress | null;
  facts: LabelledText[];
  parties: LabelledText[];
  parcels: { label: string; area: string }[];
  moreParcels: string | null;
  verification: { title: string; text: string; link: Link };
  /** Null for a first edition. */
  renewal: { title: string; sentence: string; changes: string[] } | null;
  /** `subjects` names each concerned heading in a few words. */
  verdict: { headline: string; subjects: string[]; state: FindingState };
  concerned: CoverLine[];
  /** Sentences of the owner's answers; null when there is none. */
  declarations: DeclaredAnswers | null;
  notObtained: CoverLine[];
  notConcerned: CoverLine[];
  legend: { icon: 'alert' | 'check' | 'unknown'; title: string; text: string }[];
  next: Step[];
  legalBasis: string;
};
/** `title` is the legal heading, `subject` its plain name; `position` says how the ground is touched. */
export type CoverLine = {
  icon: HeadingIcon;
  title: string;
  subject: string;
  sentence: string;
  position: string | null;
  duty: string | null;
  tag: string | null;
  /** One line per plan; `sentence` then only says what remains in doubt, and may be empty. */
  plans: PlanLine[];
};

export const LEGAL_BASIS =
  'Établi en application des articles L. 125-5 à L. 125-7 et R. 125-23 à R. 125-27 du code de l’environnement.';

/** The form's open answers are left to do. */
export function cover(input: StatementInput, form: Form): Cover {
  const { place, findings } = input;
  const required = requiredDocuments(input);
  const lines = COMPULSORY_HEADINGS.map((heading): CoverLine => {
    const plans = planLines(findings, heading, input.planPerimeters);
    const line = coverLine(findings, heading);
    const duty = dutyOf(input, heading, required);
    // The line of each plan has its own position.
    return { ...line, ...(plans.length > 0 && { position: null }), duty, plans };
  });
  const inState = (state: FindingState): CoverLine[] =>
    lines.filter((_, index) => listedAs(findings[COMPULSORY_HEADINGS[index] as CompulsoryHeading]) === state);
  const concerned = inState('concerned');
  const notObtained = inState('not-obtained');
  return {
    title: 'État des risques',
    address: titleOf(input),
    commune: `${communeLabel(place)} : ${communeOf(input.address, place)}, d’après le cadastre`,
    declared: declaredAddress(input),
    facts: coverFacts(input),
    parties: coverParties(input),
    ...coverParcels(place),
    verification: verification(input),
    renewal: renewal(input),
    verdict: verdict(concerned, notObtained.length),
    concerned,
    declarations: declaredAnswers(input),
    notObtained,
    notConcerned: inState('not-concerned'),
    legend: LEGEND.filter(({ icon }) => inState(STATES[icon]).length > 0).map((one) => explained(one, input)),
    next: nextSteps(input, form),
    legalBasis: LEGAL_BASIS,
  };
}

type Meaning = Cover['legend'][number];

function explained(one: Meaning, input: StatementInput): Meaning {
  if (one.icon === 'check')
    return { ...one, text: `${one.text} Date de chaque réponse en partie ${sourcesPart(input)}.` };
  return one.icon === 'unknown' && isContradicted(input.findings) ? { ...one, text: CONTRADICTED } : one;
}

/** Two sources leave the answer of a heading open. */
const isContradicted = (findings: Findings): boolean =>
  COMPULSORY_HEADINGS.some((heading) => {
    const finding = findings[heading];
    return listedAs(finding) === 'not-obtained' && finding.contradiction !== undefined;
  });

/** « clairisque.fr/verification/ERP-2026-000123 » on paper; the link keeps the scheme. */
export function verificationLink({ statement }: StatementInput): Link {
  const href = statement.verificationUrl;
  return { text: href.replace(/^https?:\/\//u, ''), href };
}

function verification(input: StatementInput): Cover['verification'] {
  return {
    title: 'Vérifier ce document',
    text: 'Authentique ? Encore valable ? Remplacé ?',
    link: verificationLink(input),
  };
}

function renewal({ changes, replaces, completes, isUpdate = false, statement }: StatementInput): Cover['renewal'] {
  const completed = completes === undefined ? '' : completion(completes);
  if (replaces === null)
    return completed === '' ? null : { title: 'Réponses ajoutées', sentence: completed, changes: [] };
  const replaced = `Ce document remplace l’état ${replaces.reference}, établi le ${longFrenchDate(replaces.issuedOn)}.`;
  const kept = `Sa validité reste celle de ce document : jusqu’au ${longFrenchDate(statement.expiresOn)} inclus.`;
  return {
    title: isUpdate
      ? `Ce qui a changé depuis le ${longFrenchDate(replaces.issuedOn)}`
      : 'Ce qui a changé depuis la dernière édition',
    sentence: [completed, replaced, isUpdate ? kept : ''].filter(Boolean).join(' '),
    changes,
  };
}

const completion = ({ reference, on }: NonNullable<StatementInput['completes']>): string =>
  `Ce document complète l’état ${reference} avec les réponses déclarées jusqu’au ${longFrenchDate(on)} : les informations publiques, la date d’établissement et la validité sont les mêmes.`;

function coverLine<H extends CompulsoryHeading>(
  findings: { [K in H]: FindingOf<K> },
  heading: H,
): Omit<CoverLine, 'duty' | 'plans'> {
  const finding: FindingOf<H> = findings[heading];
  const { title, toVerify } = finding;
  const line = { icon: HEADING_ICONS[heading], title, tag: toVerify ? 'à vérifier' : null };
  const nothing = { subject: HEADINGS[heading].shortTitle, position: null, sentence: finding.sentence };
  // The form has both answers in full.
  if (finding.state === 'not-obtained')
    return { ...line, ...nothing, sentence: finding.contradiction?.sentence ?? finding.sentence };
  const { details } = finding;
  if (finding.state === 'concerned')
    return { ...line, ...disputed(HEADINGS[heading].concerned(details), finding), ...lastGood(finding) };
  return { ...line, ...nothing, sentence: HEADINGS[heading].notConcerned(details), ...lastGood(finding) };
}

/** Both sources are named where they differ. */
const disputed = <T extends { sentence: string }>(plain: T, { contradiction }: Pick<Finding, 'contradiction'>): T => ({
  ...plain,
  sentence: [plain.sentence, contradiction?.sentence].filter(Boolean).join(' '),
});

/** A last-good answer is shown with its date, in the finding's sentence. */
const lastGood = ({ lastGood, sentence }: { lastGood: boolean; sentence: string }): { sentence?: string } =>
  lastGood ? { sentence } : {};

function coverFacts({ statement }: StatementInput): LabelledText[] {
  return [
    { label: 'Référence', text: statement.reference },
    { label: 'Transaction', text: statement.transaction },
    { label: 'Élaboré le', text: longFrenchDate(statement.issuedOn) },
    { label: 'Valable jusqu’au', text: longFrenchDate(statement.expiresOn) },
  ];
}

function coverParties(input: StatementInput): LabelledText[] {
  const { owner, other } = signatures(input);
  const { seller, buyer } = input.statement;
  return [
    { label: owner, text: shortName(seller) },
    { label: other, text: shortName(buyer) },
  ];
}

/** The cover's column is narrow; the signatures have the whole name. */
function shortName(name: string): string {
  const known = partyName(name);
  return known === null ? 'à compléter' : shortened(known, 70);
}

function verdict(lines: CoverLine[], unknown: number): Cover['verdict'] {
  const subjects = lines.map(({ subject }) => subject);
  const total = COMPULSORY_HEADINGS.length;
  const concerned = lines.length;
  const points = `des ${total} points que la loi impose de vérifier`;
  if (unknown === total) return { headline: `Aucun ${points} n’a pu l’être.`, subjects, state: 'not-obtained' };
  const main =
    concerned > 0
      ? `Votre bien est concerné par ${concerned === 1 ? 'un' : concerned} ${points}.`
      : `Votre bien n’est concerné par aucun ${points}.`;
  if (unknown === 0) return { headline: main, subjects, state: concerned > 0 ? 'concerned' : 'not-concerned' };
  const rest = unknown === 1 ? 'Un point n’a pas pu être vérifié.' : `${unknown} points n’ont pas pu être vérifiés.`;
  if (concerned > 0) return { headline: `${main} ${rest}`, subjects, state: 'concerned' };
  return { headline: `Aucun des points vérifiés ne concerne votre bien. ${rest}`, subjects, state: 'not-obtained' };
}

const STATES = { alert: 'concerned', check: 'not-concerned', unknown: 'not-obtained' } as const;

const CONTRADICTED =
  'Deux sources se contredisent, ou la source n’a pas répondu, ne publie rien pour ce lieu ou laisse un doute. Ce n’est pas une absence de risque : la case reste à remplir.';

/** Explains each list of page 1. */
const LEGEND: Cover['legend'] = [
  {
    icon: 'alert',
    title: 'Ce qui concerne votre bien',
    text: 'La loi impose d’en informer l’acquéreur ou le locataire. « À vérifier » : la source laisse un doute.',
  },
  {
    icon: 'unknown',
    title: 'Ce qui n’a pas pu être vérifié',
    text: 'La source n’a pas répondu, ne publie rien pour ce lieu ou laisse un doute. Ce n’est pas une absence de risque : la case reste à remplir.',
  },
  {
    icon: 'check',
    title: 'Vérifié, non retenu',
    text: 'La source a répondu : le bien n’est pas dans la zone visée par la loi.',
  },
];
