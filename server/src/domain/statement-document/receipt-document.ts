import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { parcelsLabel } from '@clairisque/contract/common/parcel-codes.ts';
import type { Temporal } from 'temporal-polyfill';
import { longFrenchDate } from '#domain/french.ts';
import { printedAll } from '#domain/printing/text.ts';
import { parisDate } from '#domain/risks/validity.ts';

/** A visitor's acknowledgement, and its document. */
export type HandoverReceipt = {
  id: string;
  /** Name and e-mail as the visitor typed them; unchecked. */
  name: string;
  email: string;
  acknowledgedAt: Temporal.Instant;
  document: {
    reference: string;
    /** Null when the document prints it as declared (decision 0042). */
    confirmedAddress: string | null;
    typedAddress: string;
    /** From the cadastre; null for older documents. */
    commune: string | null;
    /** Codes of several parcels; null for one. */
    parcelCodes: readonly string[] | null;
    type: TransactionType;
    issuedOn: Temporal.PlainDate;
    /** Last day of validity. */
    expiresOn: Temporal.PlainDate;
    specimen: boolean;
    /** Hash of the PDF handed over, the whole one of two, hexadecimal. */
    sha256: string;
    /** Hash of the short version: the same when it is alone, null when it was not handed over. */
    shortSha256: string | null;
    verificationUrl: string;
  };
  /** Owner of the account. */
  owner: string;
};

type Fact = { label: string; text: string };

/** Every string printed by `templates/receipt`; JSON-serialisable. */
export type ReceiptDocument = {
  title: string;
  /** UTC, for the PDF's metadata: same input, same bytes. */
  createdAt: { year: number; month: number; day: number; hour: number; minute: number; second: number };
  running: { title: string; reference: string; place: string; specimen: string | null };
  logo: null;
  heading: string;
  number: string;
  lead: string;
  parties: { label: string; name: string; lines: string[] }[];
  facts: Fact[];
  /** Eight groups of eight. */
  fingerprint: { label: string; groups: string[] };
  sections: { title: string; paragraphs: string[] }[];
};

/** « REC-2026-0E37DF36F698 »: year of the acknowledgement in Paris and the first twelve digits of its id. */
export function receiptNumber({ id, acknowledgedAt }: Pick<HandoverReceipt, 'id' | 'acknowledgedAt'>): string {
  return `REC-${parisDate(acknowledgedAt).year}-${id.replaceAll('-', '').slice(0, 12).toUpperCase()}`;
}

/** Deterministic: the same receipt gives the same text. */
export function receiptDocument(receipt: HandoverReceipt): ReceiptDocument {
  const { document, name, email, owner } = receipt;
  const number = receiptNumber(receipt);
  const words = printedAll({
    title: `Récépissé de remise ${number}`,
    createdAt: metadataDate(receipt.acknowledgedAt),
    running: {
      title: 'Récépissé de remise',
      reference: number,
      place: `État des risques ${document.reference}`,
      specimen: document.specimen ? 'SPÉCIMEN — données fictives, sans valeur légale' : null,
    },
    logo: null,
    heading: 'Récépissé',
    number,
    lead: `${name} a déclaré avoir reçu l’état des risques ${document.reference} le ${instantInParis(receipt.acknowledgedAt)}.`,
    parties: [
      { label: 'Remis à', name, lines: [email, ROLE[document.type].receiver] },
      { label: 'Remis par', name: owner, lines: [ROLE[document.type].giver] },
    ],
    facts: documentFacts(document),
    fingerprint: {
      label: FINGERPRINT[versionOf(document)],
      groups: document.sha256.match(/.{1,8}/g) ?? [],
    },
    sections: sections(document),
  });
  // Readers copy the address: no invisible line-break marks.
  const whole = words.sections.map((section) => ({ ...section, paragraphs: section.paragraphs.map(unbroken) }));
  return { ...words, sections: whole };
}

const unbroken = (text: string): string => text.replaceAll('\u200B', '');

const ROLE: Record<TransactionType, { giver: string; receiver: string }> = {
  Vente: { giver: 'Vendeur, ou son mandataire', receiver: 'Potentiel acquéreur' },
  Location: { giver: 'Bailleur, ou son mandataire', receiver: 'Potentiel locataire' },
};

function documentFacts(document: HandoverReceipt['document']): Fact[] {
  const { reference, commune, parcelCodes, issuedOn, expiresOn } = document;
  return [
    { label: 'Document', text: `État des risques ${reference}` },
    ...(commune === null ? [] : [{ label: 'Commune', text: `${commune}, d’après le cadastre` }]),
    document.confirmedAddress === null
      ? { label: 'Adresse déclarée', text: document.typedAddress }
      : { label: 'Immeuble', text: document.confirmedAddress },
    ...(parcelCodes === null ? [] : [{ label: 'Parcelles', text: parcelsLabel(parcelCodes) }]),
    ...versionFacts(document),
    { label: 'Établi le', text: longFrenchDate(issuedOn) },
    { label: 'Valable jusqu’au', text: `${longFrenchDate(expiresOn)} inclus` },
  ];
}

type Version = 'whole' | 'short' | 'both';

function versionOf({ sha256, shortSha256 }: HandoverReceipt['document']): Version {
  if (shortSha256 === null) return 'whole';
  return shortSha256 === sha256 ? 'short' : 'both';
}

const FINGERPRINT: Record<Version, string> = {
  whole: 'Empreinte SHA-256 du fichier remis',
  short: 'Empreinte SHA-256 de la version courte remise',
  both: 'Empreinte SHA-256 du document complet remis',
};

/** A receipt of the whole document alone has none. */
function versionFacts(document: HandoverReceipt['document']): Fact[] {
  const version = versionOf(document);
  if (version === 'whole') return [];
  const text = version === 'short' ? 'La version courte, sans annexes' : 'Le document complet, et sa version courte';
  return [{ label: 'Remis', text }];
}

/** Its fingerprint beside that of the whole document. */
function shortSections(document: HandoverReceipt['document']): ReceiptDocument['sections'] {
  if (versionOf(document) !== 'both') return [];
  const groups = document.shortSha256?.match(/.{1,8}/g) ?? [];
  return [{ title: 'Empreinte SHA-256 de la version courte remise', paragraphs: [groups.join(' ')] }];
}

/** L125-5 I bis for a sale, R125-25 for both. */
const DUTY: Record<TransactionType, string> = {
  Vente:
    'Selon les articles L. 125-5 et R. 125-25 du code de l’environnement, le vendeur remet l’état des risques, établi depuis moins de six mois, au potentiel acquéreur lors de la première visite de l’immeuble, si une telle visite a lieu. Il est ensuite annexé à la promesse ou à l’acte de vente, et actualisé si ses informations ne sont plus exactes à la signature.',
  Location:
    'Selon les articles L. 125-5 et R. 125-25 du code de l’environnement, le bailleur remet l’état des risques, établi depuis moins de six mois, au potentiel locataire lors de la première visite de l’immeuble, si une telle visite a lieu. Il est ensuite annexé au bail, et actualisé si ses informations ne sont plus exactes à la signature.',
};

function sections(document: HandoverReceipt['document']): ReceiptDocument['sections'] {
  const { type, verificationUrl } = document;
  return [
    ...shortSections(document),
    { title: 'La remise prévue par la loi', paragraphs: [DUTY[type]] },
    {
      title: 'Ce que ce récépissé établit',
      paragraphs: [
        'La personne nommée ci-dessus a ouvert le lien privé qui lui a été transmis, indiqué son nom et son adresse e-mail, puis coché « reçu ». Clairisque a enregistré l’heure de son serveur et l’empreinte du fichier. Le nom et l’adresse e-mail sont ceux qu’elle a déclarés : ils n’ont pas été contrôlés, et ce récépissé n’est pas une signature électronique.',
      ],
    },
    {
      title: 'Vérifier',
      paragraphs: [
        `Sur la page ${verificationUrl}, déposez le PDF de l’état des risques : son empreinte, calculée dans votre navigateur, doit être celle qui est imprimée ici. Un seul caractère changé dans le fichier donne une autre empreinte.`,
      ],
    },
  ];
}

/**
 * « 25 octobre 2026 à 02 h 30 min 05 s, heure de Paris (UTC+2) »: the offset distinguishes the hour that occurs twice
 * in October.
 */
function instantInParis(instant: Temporal.Instant): string {
  const local = instant.toZonedDateTimeISO('Europe/Paris');
  const [hour, minute, second] = [local.hour, local.minute, local.second].map((n) => String(n).padStart(2, '0'));
  const offset = Math.round(local.offsetNanoseconds / 3.6e12);
  const time = `${hour}\u00A0h\u00A0${minute}\u00A0min\u00A0${second}\u00A0s`;
  return `${longFrenchDate(local.toPlainDate())} à ${time}, heure de Paris (UTC+${offset})`;
}

function metadataDate(instant: Temporal.Instant): ReceiptDocument['createdAt'] {
  const { year, month, day, hour, minute, second } = instant.toZonedDateTimeISO('UTC');
  return { year, month, day, hour, minute, second };
}
