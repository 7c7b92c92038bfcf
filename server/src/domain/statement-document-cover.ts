import { counted, enumeration, frenchArea, longFrenchDate } from './french.ts';
import { COMPULSORY_HEADINGS } from './findings.ts';
import type { CompulsoryHeading, Finding, FindingState } from './findings.ts';
import type { Icon } from './statement-document-parts.ts';
import { partyName, signatures } from './statement-document-declarations.ts';
import type { StatementInput } from './statement-document.ts';
import type { Parcel, Place } from './facts.ts';

/** Page 1: a verdict readable in ten seconds, then what it obliges to, then what was checked and not retained. */
export type Cover = {
  title: string;
  address: string;
  facts: Fact[];
  parties: Fact[];
  parcels: { label: string; area: string }[];
  moreParcels: string | null;
  verdict: { headline: string; state: FindingState };
  concerned: CoverLine[];
  notObtained: CoverLine[];
  notConcerned: CoverLine[];
  legend: { icon: 'alert' | 'check' | 'unknown'; title: string; text: string }[];
  next: { title: string; text: string }[];
  legalBasis: string;
};
type Fact = { label: string; text: string };
type CoverLine = { icon: Icon; title: string; sentence: string; duty: string | null; tag: string | null };

const ICONS: Record<CompulsoryHeading, Icon> = {
  pprt: 'factory',
  pprn: 'wave',
  pprm: 'mine',
  'ppr-prescrit': 'draft',
  sismicite: 'quake',
  radon: 'radon',
  'trait-de-cote': 'coast',
  debroussaillement: 'flame',
  sis: 'soil',
  bruit: 'plane',
};

export const LEGAL_BASIS =
  'Établi en application des articles L. 125-5 à L. 125-7 et R. 125-23 à R. 125-27 du code de l’environnement.';

const PARCELS_ON_COVER = 4;

export function cover(input: StatementInput): Cover {
  const { place, findings } = input;
  const compulsory = COMPULSORY_HEADINGS.map((heading) => findings[heading]);
  const inState = (state: FindingState): CoverLine[] =>
    COMPULSORY_HEADINGS.filter((heading) => findings[heading].state === state).map((heading) => {
      const { title, sentence, duty, toVerify } = findings[heading];
      return { icon: ICONS[heading], title, sentence, duty, tag: toVerify ? 'à vérifier' : null };
    });
  return {
    title: 'État des risques',
    address: place.address,
    facts: coverFacts(input),
    parties: coverParties(input),
    parcels: place.parcels.slice(0, PARCELS_ON_COVER).map(parcelLine),
    moreParcels: moreParcels(place),
    verdict: verdict(compulsory),
    concerned: inState('concerned'),
    notObtained: inState('not-obtained'),
    notConcerned: inState('not-concerned'),
    legend: LEGEND,
    next: nextSteps(input),
    legalBasis: LEGAL_BASIS,
  };
}

function moreParcels({ parcels }: Place): string | null {
  const hidden = parcels.length - PARCELS_ON_COVER;
  if (hidden > 0) return `et ${counted(hidden, 'autre parcelle', 'autres parcelles')}, en partie 1`;
  return parcels.length === 0 ? NO_PARCEL : null;
}

function coverFacts({ statement }: StatementInput): Fact[] {
  return [
    { label: 'Référence', text: statement.reference },
    { label: 'Établi le', text: longFrenchDate(statement.issuedOn) },
    { label: 'Valable jusqu’au', text: longFrenchDate(statement.expiresOn) },
    { label: 'Transaction', text: statement.transaction },
  ];
}

function coverParties(input: StatementInput): Fact[] {
  const { owner, other } = signatures(input);
  const { seller, buyer } = input.statement;
  return [
    { label: owner, text: shortName(seller) },
    { label: other, text: shortName(buyer) },
  ];
}

/** The cover's column is narrow; the signatures carry the whole name. */
function shortName(name: string): string {
  const known = partyName(name);
  if (known === null) return 'à compléter';
  return known.length > 70 ? `${known.slice(0, 70).trimEnd()}…` : known;
}

/** « Parcelle AB 12 », with the prefix only when the commune absorbed another. */
export function parcelLine(parcel: Parcel): { label: string; area: string } {
  const prefix = parcel.prefix === '000' ? '' : ` (préfixe ${parcel.prefix})`;
  return {
    label: `Section ${parcel.section.replace(/^0+(?=.)/u, '')} n° ${parcel.number.replace(/^0+(?=.)/u, '')}${prefix}`,
    area: parcel.areaSquareMetres === null ? 'contenance non précisée' : frenchArea(parcel.areaSquareMetres),
  };
}

const NO_PARCEL = 'Aucune parcelle identifiée';

/** « 000-AB-0012, 000-AB-0013 »; beyond three, the number of the others. For headers, where room is short. */
export function parcelReferences({ parcels }: Place): string {
  if (parcels.length === 0) return NO_PARCEL;
  const all = parcels.map(({ prefix, section, number }) => `${prefix}-${section}-${number}`);
  const shown = all.slice(0, 3).join(', ');
  const noun = all.length > 1 ? 'Parcelles' : 'Parcelle';
  return all.length > 3 ? `${noun} ${shown} et ${counted(all.length - 3, 'autre')}` : `${noun} ${shown}`;
}

function verdict(findings: Finding[]): Cover['verdict'] {
  const total = findings.length;
  const [concerned, unknown] = (['concerned', 'not-obtained'] as const).map(
    (state) => findings.filter((finding) => finding.state === state).length,
  ) as [number, number];
  const points = `des ${total} points que la loi impose de vérifier`;
  if (unknown === total) return { headline: `Aucun ${points} n’a pu l’être.`, state: 'not-obtained' };
  const main =
    concerned > 0
      ? `Votre bien est concerné par ${concerned === 1 ? 'un' : concerned} ${points}.`
      : `Votre bien n’est concerné par aucun ${points}.`;
  if (unknown === 0) return { headline: main, state: concerned > 0 ? 'concerned' : 'not-concerned' };
  const rest = unknown === 1 ? 'Un point n’a pas pu être vérifié.' : `${unknown} points n’ont pas pu être vérifiés.`;
  if (concerned > 0) return { headline: `${main} ${rest}`, state: 'concerned' };
  return { headline: `Aucun des points vérifiés ne concerne votre bien. ${rest}`, state: 'not-obtained' };
}

const LEGEND: Cover['legend'] = [
  {
    icon: 'alert',
    title: 'Concerné',
    text: 'La loi impose d’en informer l’acquéreur ou le locataire. « À vérifier » : la source laisse un doute, expliqué dans la phrase.',
  },
  {
    icon: 'check',
    title: 'Vérifié, non retenu',
    text: 'La source a répondu et le bien n’est pas dans la zone visée par la loi. La preuve de la consultation est en partie 7.',
  },
  {
    icon: 'unknown',
    title: 'Non vérifié',
    text: 'La source n’a pas répondu, ou ne publie rien pour ce lieu. Cela ne vaut pas absence de risque : la case reste à remplir.',
  },
];

const ADVERT =
  '« Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr »';

function nextSteps(input: StatementInput): Cover['next'] {
  const { owner, other } = signatures(input);
  const parties = enumeration([owner.toLowerCase(), other.toLowerCase()]);
  return [
    { title: 'Compléter', text: 'Cochez vos déclarations en parties 1, 2 et 3 ; joignez les pièces du bloc K.' },
    { title: 'Signer', text: `Date et signatures : ${parties}, à la fin des parties 1, 2 et 3.` },
    {
      title: 'Remettre',
      text: 'Dès la première visite, puis avec la promesse, l’acte ou le bail. À actualiser si une information change.',
    },
    { title: 'Dans l’annonce', text: ADVERT },
  ];
}
