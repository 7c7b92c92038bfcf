import type { Temporal } from 'temporal-polyfill';
import { frenchDate, longFrenchDate, longFrenchMoment } from '#domain/french.ts';
import { COMPULSORY_HEADINGS, INFORMATIVE_HEADINGS } from '@clairisque/contract/common/headings.ts';
import type { Finding, Findings } from '#domain/risks/findings.ts';
import { parisDate } from '#domain/risks/validity.ts';
import type { Link } from '#domain/printing/parts.ts';
import { qr, type Qr } from '#domain/statement-document/qr.ts';
import { printedAll } from '#domain/printing/text.ts';

/** A check that found no change: every heading was answered anew. */
export type Confirmation = {
  /** « ERP-2026-000123-V1 » */
  reference: string;
  checkedAt: Date;
  /** Last day of the checked document. */
  expiresOn: Temporal.PlainDate;
  document: { reference: string; issuedOn: Temporal.PlainDate; sha256: string; commune: string | null };
  findings: Findings;
  specimen: boolean;
  verificationUrl: string;
};

type Row = { heading: string; answer: string; source: string };

/** Every string printed by `templates/confirmation`; one page, without a name or an address. */
type ConfirmationDocument = {
  title: string;
  /** UTC, for the PDF's metadata. */
  createdAt: { year: number; month: number; day: number; hour: number; minute: number; second: number };
  running: {
    title: string;
    reference: string;
    place: string;
    specimen: string | null;
    verification: Link;
    qr: Qr;
  };
  logo: null;
  heading: string;
  number: string;
  lead: string;
  facts: { label: string; text: string }[];
  fingerprint: { label: string; groups: string[] };
  table: { head: [string, string, string]; compulsory: Row[]; informative: Row[]; names: [string, string] };
  notes: string[];
};

/** Deterministic: the same check gives the same text. */
export function confirmationDocument(given: Confirmation): ConfirmationDocument {
  const { document, reference, checkedAt, verificationUrl } = given;
  const day = longFrenchDate(parisDate(checkedAt.toISOString()));
  const words = printedAll({
    title: `Attestation de vérification ${reference}`,
    createdAt: metadataDate(checkedAt),
    running: {
      title: 'Attestation de vérification',
      reference,
      place: `État des risques ${document.reference}`,
      specimen: given.specimen ? 'SPÉCIMEN — données fictives, sans valeur légale' : null,
    },
    logo: null,
    heading: `Rien n’a changé au ${day}`,
    number: reference,
    lead: `Le ${longFrenchMoment(checkedAt)}, les sources publiques ont été interrogées de nouveau pour les parcelles de l’état des risques ${document.reference}. Chaque source a répondu, et aucune réponse ne diffère de ce que ce document imprime.`,
    facts: factsOf(given),
    fingerprint: { label: 'Empreinte SHA-256 du document vérifié', groups: document.sha256.match(/.{1,8}/g) ?? [] },
    table: {
      head: ['Rubrique', 'Réponse', 'Sources interrogées, date de leur réponse ou de leur édition'],
      names: ['Rubriques obligatoires', 'Rubriques informatives'],
      compulsory: COMPULSORY_HEADINGS.map((heading) => rowOf(given.findings[heading])),
      informative: INFORMATIVE_HEADINGS.map((heading) => rowOf(given.findings[heading])),
    },
    notes: [
      'Cette attestation se joint à l’état des risques : elle ne le remplace pas. Elle compare les réponses des sources, zone par zone et plan par plan, et dit ce qu’elles publiaient ce jour-là ; une source peut publier un acte avec retard. Les réponses du propriétaire ne sont pas concernées.',
    ],
  });
  const running = { ...words.running, verification: linkTo(verificationUrl), qr: qr(verificationUrl) };
  return {
    ...words,
    running,
    table: { ...words.table, head: asHead(words.table.head), names: asNames(words.table.names) },
  };
}

const factsOf = ({ document, expiresOn }: Confirmation): ConfirmationDocument['facts'] => [
  {
    label: 'Document vérifié',
    text: `État des risques ${document.reference}, établi le ${longFrenchDate(document.issuedOn)}`,
  },
  ...(document.commune === null ? [] : [{ label: 'Commune', text: document.commune }]),
  { label: 'Valable jusqu’au', text: `${longFrenchDate(expiresOn)} inclus : cette attestation ne le prolonge pas` },
];

const asHead = ([one = '', two = '', three = '']: readonly string[]): [string, string, string] => [one, two, three];
const asNames = ([one = '', two = '']: readonly string[]): [string, string] => [one, two];
const linkTo = (href: string): Link => ({ text: href.replace(/^https?:\/\//u, ''), href });

function rowOf(finding: Finding): Row {
  const isOpen = finding.state === 'not-obtained' || finding.toVerify;
  const sources = finding.provenances.map(({ label, obtainedAt, edition }) =>
    edition === undefined ? `${label}, ${dayOf(obtainedAt)}` : `${label}, édition du ${dayOf(obtainedAt)}`,
  );
  return {
    heading: finding.title,
    answer: isOpen ? 'Inchangée, toujours à vérifier' : 'Inchangée',
    source: [...new Set(sources)].join(' ; '),
  };
}

const dayOf = (instant: string): string => frenchDate(parisDate(instant));

function metadataDate(at: Date): ConfirmationDocument['createdAt'] {
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
}
