import type { Session } from '@clairisque/contract/accounts.ts';
import type { AcceptedTerms } from '@clairisque/contract/accepted-terms.ts';
import { frenchDate } from '#domain/french.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { csv } from '#platform/files/csv.ts';
import { fileOf, type Stored } from '#platform/files/zipped-files.ts';
import type { CheckedRow, ExportableRow, PlannedRow } from './statements.queries.ts';

const STATEMENT_HEADERS = [
  'Numéro',
  'Référence',
  'Adresse',
  'Référence cadastrale',
  'Type de transaction',
  'Vendeur ou bailleur',
  'Acquéreur ou locataire',
  'Date d’émission',
  'Date d’expiration',
  'Remplacé',
  'Fichier',
];

/** Every edition, oldest statement first, for a French spreadsheet. */
export function statementsTable(documents: readonly Stored<ExportableRow>[]): Buffer {
  const lines = documents.map(({ row, ...file }) => [
    String(row.id),
    row.reference,
    row.adresse,
    row.parcelles === null ? row.cadastre : row.parcelles.join(' '),
    row.type_de_transaction,
    row.vendeur_nom,
    row.acheteur_nom,
    day(row.issued_at),
    frenchDate(row.expires_on),
    row.replaced ? 'oui' : 'non',
    fileOf(file),
  ]);
  return csv([STATEMENT_HEADERS, ...lines]);
}

const MOMENT = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Paris' });

/** When, what and why; not who, which is not personal data of the account's owner (CJUE, 22 juin 2023, C-579/21). */
export function interventionsTable(interventions: readonly { at: Date; what: string; reason: string }[]): Buffer {
  const lines = interventions.map(({ at, what, reason }) => [MOMENT.format(at), what, reason]);
  return csv([['Date', 'Intervention', 'Motif'], ...lines]);
}

/** The table says what « Appareils connectés » shows. */
export function sessionsTable(sessions: readonly Session[]): Buffer {
  const lines = sessions.map(({ appareil: device, ouverte_le: openedAt, derniere_activite: lastUse }) => [
    device ?? 'Appareil inconnu',
    MOMENT.format(new Date(openedAt)),
    lastUse === null ? '' : MOMENT.format(new Date(lastUse)),
  ]);
  return csv([['Appareil', 'Connexion', 'Dernière activité (heure commencée)'], ...lines]);
}

/** A version has several texts when its seller has changed. */
export const termsFile = (version: string, digest: string): string =>
  `Conditions acceptées/CGV ${version} (${digest.slice(0, 8)}).txt`;

/** The table says what « Conditions acceptées » shows. */
export function termsTable(accepted: readonly AcceptedTerms[]): Buffer {
  const lines = accepted.map(({ version, acceptees_le: at, commande: order, empreinte: digest }) => [
    version,
    MOMENT.format(new Date(at)),
    order ?? 'Création du compte',
    digest === null ? 'joint à la confirmation de la commande' : termsFile(version, digest),
  ]);
  return csv([['Version', 'Acceptée le', 'Pour', 'Texte'], ...lines]);
}

type Answered = { statement_id: number; question: string; value: unknown; declared_by: string; declared_at: Date };

/** Answers to open questions, those that were changed or taken back too. */
export function answersTable(answers: readonly Answered[]): Buffer {
  const lines = answers.map(({ statement_id: id, question, value, declared_by: by, declared_at: at }) => [
    String(id),
    question,
    written(value),
    by,
    MOMENT.format(at),
  ]);
  return csv([['Numéro', 'Question', 'Réponse', 'Déclarée par', 'Déclarée le'], ...lines]);
}

type Requested = {
  statement_id: number;
  label: string;
  email: string | null;
  created_at: Date;
  respondent_name: string | null;
  respondent_email: string | null;
  certified_at: Date | null;
  accepted: boolean | null;
  answers: Record<string, unknown>;
};

/** Requests of answers, and what was certified under each. */
export function requestsTable(requests: readonly Requested[]): Buffer {
  const lines = requests.map((one) => [
    String(one.statement_id),
    one.label,
    one.email ?? '',
    MOMENT.format(one.created_at),
    one.respondent_name ?? '',
    one.respondent_email ?? '',
    one.certified_at === null ? '' : MOMENT.format(one.certified_at),
    one.accepted === null ? '' : one.accepted ? 'acceptées' : 'refusées',
    Object.entries(one.answers)
      .map(([question, value]) => `${question} : ${written(value)}`)
      .join(' ; '),
  ]);
  return csv([REQUEST_HEADERS, ...lines]);
}

const REQUEST_HEADERS = [
  'Numéro',
  'Destinataire',
  'E-mail',
  'Demandées le',
  'Répondant',
  'E-mail du répondant',
  'Certifiées le',
  'Décision',
  'Réponses',
];

/** Planned and signed days. */
export function plannedTable(planned: readonly PlannedRow[]): Buffer {
  const lines = planned.map(({ statement_id: id, promesse_on, acte_on, lease_on, signed_on }) => [
    String(id),
    ...[promesse_on, acte_on, lease_on, signed_on].map((on) => (on === null ? '' : frenchDate(on))),
  ]);
  return csv([['Numéro', 'Promesse prévue', 'Acte prévu', 'Bail prévu', 'Signé le'], ...lines]);
}

const OUTCOMES: Record<string, string> = {
  unchanged: 'inchangé',
  changed: 'changé',
  incomplete: 'incomplet',
  dropped: 'sans suite',
};

/** Every check, and its attestation. */
export function checksTable(checks: readonly CheckedRow[]): Buffer {
  const lines = checks.map(({ statement_id: id, document_reference, at, outcome, attestation, sentences }) => [
    String(id),
    document_reference ?? '',
    MOMENT.format(at),
    OUTCOMES[outcome ?? ''] ?? 'en cours',
    attestation ?? '',
    sentences.join(' '),
  ]);
  return csv([['Numéro', 'Document', 'Vérifié le', 'Résultat', 'Attestation', 'Changements'], ...lines]);
}

const written = (value: unknown): string =>
  value === null ? 'retirée' : Array.isArray(value) ? value.join(' ') || 'aucun' : JSON.stringify(value);

const day = (instant: Date): string => frenchDate(parisDate(instant.toISOString()));
