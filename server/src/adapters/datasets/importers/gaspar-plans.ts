import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Ppr, PprStatus } from '#domain/risks/facts.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { communeCode, exportDay, GASPAR, gasparDate, nationalCoverage, onlyTable } from './gaspar.ts';
import { openTable, type Importer, type Report, type Table } from './importer.ts';

/** A plan in one commune, its key. `ended`: repealed, cancelled or no longer prescribed, for every hazard. */
export type GasparPlanRow = Pick<
  Ppr,
  'name' | 'procedure' | 'statusDate' | 'underRevision' | 'prescribedDate' | 'hazards'
> & {
  gasparId: string;
  status: PprStatus | 'ended';
};

/** Départements with such plans: 22 had a PPRM in 2024; fewer than `least` is an extract. */
const FAMILIES = {
  pprn: { words: 'naturels', least: 90, isEverywhere: false },
  pprm: { words: 'miniers', least: 15, isEverywhere: true },
  pprt: { words: 'technologiques', least: 60, isEverywhere: true },
} as const satisfies Record<PprFamily, object>;

export const gasparPlans = (family: PprFamily): Importer => ({
  ...GASPAR,
  dataset: `gaspar-${family}`,
  version: 1,
  label: `GASPAR, plans de prévention des risques ${FAMILIES[family].words}`,
  read: (source, report) => readPlans(source, report, family),
});

/** Headers until 2025, then those of the renamed tables, misspelt at first. Dates of « état » are of a migration. */
const COLUMNS = {
  plan: ['cod_nat_pprn', 'cod_nat_pprm', 'cod_nat_pprt', 'CODE PROECEDURE', 'CODE PROCEDURE'],
  name: ['lib_pprn', 'lib_pprm', 'lib_pprt', 'LIBELLE PROCEDURE'],
  commune: ['cod_commune', 'CODE INSEE COMMUNE'],
  hazard: ['lib_risque', 'LIBELLE RISQUE 1'],
  revised: ['etat_revision', 'PROCEDURE REVISEE'],
  prescription: ['dat_prescription', 'PRESCRIPTION'],
  deprescription: ['dat_deprescription', 'DEPRESCRIPTION'],
  approval: ['dat_approbation', 'APPROBATION'],
  cancellation: ['dat_annulation', 'ANNULATION'],
  repeal: ['dat_abrog', 'ABROGATION'],
  updated: ['dat_maj', 'DATE DERNIERE MISE A JOUR'],
} as const;
/** Columns of one form of the table, or of one family, only. */
const OPTIONAL = {
  model: ['CODE MODELE'],
  hazard2: ['LIBELLE RISQUE 2'],
  hazard3: ['LIBELLE RISQUE 3'],
  anticipation: ['APPLIC_ANTIC'],
  state: ['LIBELLE ETAT'],
  subState: ['LIBELLE SOUS-ETAT'],
} as const;

/** A plan has a row by commune and by hazard, in no order, sometimes twice: rows are joined before any is written. */
async function* readPlans(source: SourceFolder, report: Report, family: PprFamily): AsyncGenerator<ReleaseRow> {
  const plans = new Map<string, { commune: string; plan: GasparPlanRow }>();
  for (const file of onlyTable(source, `${family}_gaspar`)) {
    for await (const { commune, plan } of readTable(file, report, family)) {
      const key = `${commune} ${plan.gasparId}`;
      const known = plans.get(key);
      plans.set(key, { commune, plan: known === undefined ? plan : joined(known.plan, plan) });
    }
  }
  for (const { commune, plan } of plans.values()) yield { key: commune, value: plan };
  const communes = [...plans.values()].map(({ commune }) => commune);
  report.coverage(nationalCoverage(communes, FAMILIES[family]));
}

async function* readTable(file: SourceFile, report: Report, family: PprFamily) {
  const table = await openTable(file, { names: COLUMNS, optional: OPTIONAL, report, kind: family });
  let updated = '';
  for await (const cells of table.rows) {
    const cell = (name: Column): string => withoutDash(table.column(cells, name));
    const commune = communeCode(cell('commune'));
    const gasparId = cell('plan').toUpperCase();
    if (commune === null) report.skipped('sans code de commune');
    else if (gasparId === '') report.skipped('sans identifiant de plan');
    else yield { commune, plan: planOf(cell, { gasparId, family }) };
    updated = [updated, gasparDate(cell('updated')) ?? ''].toSorted().at(-1) ?? '';
  }
  const publishedOn = exportDay(file.name) ?? updated;
  if (publishedOn !== '') report.publishedOn(publishedOn);
}

type Column = keyof typeof COLUMNS | keyof typeof OPTIONAL;
type Cell = (name: Column) => string;

const withoutDash = (text: ReturnType<Table['column']>): string => (text === '-' ? '' : text);

function planOf(cell: Cell, { gasparId, family }: { gasparId: string; family: PprFamily }): GasparPlanRow {
  const procedure = cell('model') || family.toUpperCase();
  const status = statusOf(cell);
  const prescription = gasparDate(cell('prescription'));
  const dates = {
    approved: gasparDate(cell('approval')),
    anticipated: gasparDate(cell('anticipation')),
    prescribed: prescription,
    unknown: null,
    ended: null,
  };
  const settled = [dates.approved, dates.anticipated].flatMap((date) => date ?? []);
  const isPending = status !== 'ended' && prescription !== null && settled.every((date) => date < prescription);
  return {
    gasparId,
    name: cell('name') || procedure,
    procedure,
    status,
    statusDate: dates[status],
    underRevision: ['t', 'VRAI'].includes(cell('revised')),
    prescribedDate: isPending ? prescription : null,
    hazards: hazardsOf(cell),
  };
}

const STATES: Readonly<Record<string, GasparPlanRow['status']>> = {
  Approuvé: 'approved',
  Anticipé: 'anticipated',
  Prescrit: 'prescribed',
  Déprescrit: 'ended',
  Abrogé: 'ended',
  Annulé: 'ended',
};

/** The state as written since 2025, else as the dates give it. */
function statusOf(cell: Cell): GasparPlanRow['status'] {
  const written = STATES[cell('subState')];
  if (written !== undefined) return written;
  return cell('state') === 'Caduque' ? 'ended' : statusByDates((name) => gasparDate(cell(name)) ?? '');
}

function statusByDates(date: (name: Column) => string): GasparPlanRow['status'] {
  const [approval, prescription, deprescription] = [date('approval'), date('prescription'), date('deprescription')];
  const end = [date('repeal'), date('cancellation')].toSorted().at(-1) ?? '';
  if (end !== '' && end >= approval) return 'ended';
  if (approval !== '') return 'approved';
  if (date('anticipation') !== '') return 'anticipated';
  if (deprescription !== '' && deprescription >= prescription) return 'ended';
  return prescription === '' ? 'unknown' : 'prescribed';
}

/** « Inondation : par ruissellement et coulée de boue », or the family's own word when there is no other. */
function hazardsOf(cell: Cell): string[] {
  const [kind, precise] = [cell('hazard2'), cell('hazard3')];
  if (kind === '') return [cell('hazard')].filter((text) => text !== '');
  return [precise === '' ? kind : `${kind} : ${precise.charAt(0).toLowerCase()}${precise.slice(1)}`];
}

const GENERAL = /^risque (?:naturel|minier|technologique)$/i;
const STRONGEST = ['approved', 'anticipated', 'prescribed', 'unknown', 'ended'] as const;

/** Two rows of a plan in a commune: one hazard in force is enough. */
function joined(one: GasparPlanRow, other: GasparPlanRow): GasparPlanRow {
  const [first, second] =
    STRONGEST.indexOf(one.status) <= STRONGEST.indexOf(other.status) ? [one, other] : [other, one];
  const hazards = [...new Set([...first.hazards, ...second.hazards])];
  const precise = hazards.filter((hazard) => !GENERAL.test(hazard));
  return {
    ...first,
    statusDate: first.status === second.status ? latest(first.statusDate, second.statusDate) : first.statusDate,
    underRevision: first.underRevision || second.underRevision,
    prescribedDate: latest(first.prescribedDate, second.prescribedDate),
    hazards: precise.length > 0 ? precise : hazards,
  };
}

function latest(...dates: (string | null)[]): string | null {
  return (
    dates
      .flatMap((date) => date ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}
