import type { Temporal } from 'temporal-polyfill';
import { qr } from './qr.ts';
import type { Qr } from './qr.ts';
import { annexes, ANNEX_INTRO } from './annexes.ts';
import type { Annex } from './annexes.ts';
import { attachments } from './attachments.ts';
import type { Attachment } from './attachments.ts';
import { printedBound } from './bound.ts';
import type { PrintedBound } from './bound.ts';
import { consequences, type Consequences } from './consequences.ts';
import { cover, LEGAL_BASIS, verificationLink } from './cover.ts';
import type { Cover } from './cover.ts';
import { signatures } from './declarations.ts';
import { explanations } from './explanations.ts';
import type { Explanation } from './explanations.ts';
import { answeredForm, type Answered } from './form.ts';
import { glossary } from '#domain/headings/glossary.ts';
import type { StatementInput } from './input.ts';
import { maps } from './maps.ts';
import { noiseFooter, NOISE_INTRO } from './noise.ts';
import {
  PART,
  type Block,
  type Disasters,
  type LabelledText,
  type Link,
  type PrintedMap,
} from '#domain/printing/parts.ts';
import type { Row, Signatures, Table } from '#domain/printing/parts.ts';
import { byParcel, type ByParcel } from './by-parcel.ts';
import { saidFor } from './parties.ts';
import { fileTitleOf, parcelReferences, parcelsTable, propertyStrip, runningPlace } from './property.ts';
import { methodOf } from './method.ts';
import { sourcesTable } from './sources.ts';
import { printedAll } from '#domain/printing/text.ts';

/**
 * Year, month and a counter: raised with each change of the printed words or the layout. Stored with each issued
 * statement.
 */
export const TEMPLATE_VERSION = '2026-11-29';
/** The account's logo among the files of the render, when there is one: PNG. */
export const LOGO_FILE = 'logo';

/** Every string printed by `templates/statement`; JSON-serialisable. */
export type StatementDocument = {
  title: string;
  /** UTC, for the PDF's metadata: same input, same bytes. */
  createdAt: { year: number; month: number; day: number; hour: number; minute: number; second: number };
  running: {
    title: string;
    reference: string;
    place: string;
    specimen: string | null;
    /** Verification page, without its scheme. */
    verification: Link;
    /** The code of the verification address, on every page. */
    qr: Qr;
  };
  logo: { file: string; alt: string } | null;
  attachments: Attachment[];
  /** For the PDF's metadata. */
  keywords: string[];
  cover: Cover;
  /** Order of the first three parts; they were in another one. */
  order: ('regulatory' | 'disasters' | 'noise')[];
  /** The property again, at the head of the part that may be signed and handed over separately. */
  property: LabelledText[];
  /** What the findings mean for the owner, the buyer or the tenant. */
  consequences: Consequences;
  regulatory: {
    intro: string[];
    property: Row[];
    parcels: Table;
    blocks: Block[];
    /** After the form; null for one parcel. */
    byParcel: ByParcel | null;
    warnings: string[];
  };
  noise: { intro: string[]; blocks: Block[]; footer: string[] };
  /** For the seller to sign; null when the law requires none. */
  attestation: Block | null;
  disasters: Disasters;
  signatures: Signatures;
  maps: PrintedMap[];
  annexes: { intro: string; sections: Annex[] };
  explanations: { intro: string; sections: Explanation[] };
  glossary: { term: string; text: string }[];
  sources: { table: Table; method: string[] };
  colophon: string;
  /** Null when there is nothing to bind. */
  bound: PrintedBound | null;
};

export function buildStatementDocument(asked: StatementInput): StatementDocument {
  const answered = answeredForm(asked);
  const { input, form } = answered;
  const { findings, place, statement } = input;
  const document: StatementDocument = {
    title: `État des risques — ${fileTitleOf(input)}`,
    createdAt: metadataDate(statement.issuedAt),
    running: {
      title: 'État des risques',
      reference: statement.reference,
      place: runningPlace(input),
      specimen: statement.specimen ? 'SPÉCIMEN — données fictives, sans valeur légale' : null,
      verification: verificationLink(input),
      qr: qr(statement.verificationUrl),
    },
    logo: statement.hasLogo ? { file: LOGO_FILE, alt: 'Logo de la personne qui a fait établir cet état' } : null,
    attachments: attachments(input),
    keywords: [statement.reference, `modèle ${input.templateVersion}`],
    cover: cover(input, form),
    consequences: consequences(input),
    order: ['regulatory', 'disasters', 'noise'],
    property: propertyStrip(input),
    regulatory: regulatoryPart(answered),
    noise: { intro: NOISE_INTRO, blocks: form.noise, footer: noiseFooter(input) },
    attestation: form.attestation,
    disasters: form.disasters,
    signatures: signatures(input, answered.signed),
    maps: maps(input, parcelReferences(place)),
    annexes: { intro: ANNEX_INTRO, sections: annexes(findings) },
    explanations: explanations(input),
    glossary: glossary(findings),
    sources: { table: sourcesTable(input), method: methodOf(input) },
    colophon: `Modèle ${input.templateVersion}. Document établi par Clairisque, service privé, à partir de données publiques.`,
    bound: printedBound(input.bound),
  };
  return printedAll(document, saidFor(statement.transaction));
}

function regulatoryPart({ input, form }: Answered): StatementDocument['regulatory'] {
  return {
    intro: regulatoryIntro(input),
    property: form.property,
    parcels: parcelsTable(input.place),
    blocks: form.blocks,
    byParcel: byParcel(input),
    warnings: WARNINGS,
  };
}

function metadataDate(instant: Temporal.Instant): StatementDocument['createdAt'] {
  const { year, month, day, hour, minute, second } = instant.toZonedDateTimeISO('UTC');
  return { year, month, day, hour, minute, second };
}

function regulatoryIntro({ statement }: StatementInput): string[] {
  const [contract, whom, signature] =
    statement.transaction === 'Vente'
      ? [
          'un contrat de vente',
          'au potentiel acquéreur par le vendeur',
          'de la promesse de vente, du contrat préliminaire ou de l’acte authentique',
        ]
      : ['un contrat de location', 'au potentiel locataire par le bailleur', 'du bail'];
  return [
    `${LEGAL_BASIS} Cet état, à compléter par le propriétaire, est destiné à être joint à ${contract} et à être remis, dès la première visite, ${whom}. Il doit dater de moins de six mois et être actualisé si ses informations ne sont plus exactes à la signature ${signature}. Il se signe à la fin de la partie ${PART.disasters} (bloc L).`,
  ];
}

const WARNINGS = [
  'S’ils n’impliquent pas d’obligation ou d’interdiction réglementaire particulière, les aléas connus ou prévisibles qui peuvent être signalés dans les divers documents d’information préventive et concerner le bien immobilier ne sont pas mentionnés par cet état.',
  'En cas de non-respect de l’obligation d’information, l’acquéreur ou le locataire peut poursuivre la résolution du contrat ou demander au juge une diminution du prix de vente ou de la location (L. 125-5, V du code de l’environnement).',
  'Pour en savoir plus : le dossier départemental sur les risques majeurs et le document d’information communal sur les risques majeurs, en préfecture ou en mairie, et www.georisques.gouv.fr.',
];
