import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catnatTable, createWorkshop, EXTRACTS_HELD, extract, gasparTable, type Workshop } from '#test/datasets.ts';
import type { GasparPlanRow } from './gaspar-plans.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await createWorkshop();
});
afterAll(() => workshop.close());

type Dataset = 'gaspar-pprn' | 'gaspar-pprm' | 'gaspar-pprt' | 'gaspar-catnat';

async function imported(dataset: Dataset, folder: string) {
  const { manifest, skipped } = await workshop.import(dataset, folder);
  const release = await workshop.open(dataset, manifest.id);
  return { manifest, skipped, release, plans: (commune: string) => release.rowsOf(commune) as GasparPlanRow[] };
}

/** A published table where it is whole, so that its own date is the release's. */
const dated = async (dataset: Dataset, files: Record<string, string>) => {
  const source = await workshop.source(files);
  return (await workshop.import(dataset, source, { publishedOn: null })).manifest.publishedOn;
};

const PLAN = {
  'CODE MODELE': 'PPRN-I',
  'CODE PROCEDURE': '38DDT20200001',
  'LIBELLE PROCEDURE': ' PPRi de l’Isère',
  'CODE INSEE COMMUNE': '38185',
  'LIBELLE RISQUE 1': 'Risque naturel',
  'LIBELLE RISQUE 2': 'Inondation',
  'LIBELLE RISQUE 3': 'Par ruissellement et coulée de boue',
  'PROCEDURE REVISEE': 'FAUX',
  PRESCRIPTION: '2010-02-01',
  APPROBATION: '2015-06-30',
  'LIBELLE ETAT': 'Opposable',
  'LIBELLE SOUS-ETAT': 'Approuvé',
  'DATE DERNIERE MISE A JOUR': '2025-12-01',
};

it('joins the rows of a plan in a commune: one hazard in force is enough, each hazard once', async () => {
  const table = gasparTable([
    { ...PLAN, 'LIBELLE ETAT': 'Caduque', 'LIBELLE SOUS-ETAT': 'Abrogé', 'LIBELLE RISQUE 2': 'Avalanche' },
    PLAN,
    PLAN,
    { ...PLAN, 'LIBELLE RISQUE 2': '', 'LIBELLE RISQUE 3': '', 'PROCEDURE REVISEE': 'VRAI' },
  ]);
  const { plans } = await imported('gaspar-pprn', await workshop.source({ 'pprn_gaspar_2026-10-05.csv': table }));
  expect(plans('38185')).toEqual([
    {
      gasparId: '38DDT20200001',
      name: 'PPRi de l’Isère',
      procedure: 'PPRN-I',
      status: 'approved',
      statusDate: '2015-06-30',
      underRevision: true,
      prescribedDate: null,
      hazards: ['Inondation : par ruissellement et coulée de boue', 'Avalanche : par ruissellement et coulée de boue'],
    },
  ]);
});

it.each([
  [{ 'LIBELLE SOUS-ETAT': 'Anticipé', APPLIC_ANTIC: '2012-03-04', APPROBATION: '' }, 'anticipated', '2012-03-04'],
  [{ 'LIBELLE SOUS-ETAT': 'Prescrit', APPROBATION: '' }, 'prescribed', '2010-02-01'],
  [{ 'LIBELLE SOUS-ETAT': 'Déprescrit', 'LIBELLE ETAT': 'Caduque', APPROBATION: '' }, 'ended', null],
  [{ 'LIBELLE SOUS-ETAT': 'Annulé', 'LIBELLE ETAT': 'Caduque' }, 'ended', null],
  // The state as written leads: a cancellation may be of a part.
  [{ ANNULATION: '2018-01-01' }, 'approved', '2015-06-30'],
  // The dates decide for a plan without a state.
  [{ 'LIBELLE SOUS-ETAT': '', 'LIBELLE ETAT': '', ABROGATION: '2018-01-01' }, 'ended', null],
  [{ 'LIBELLE SOUS-ETAT': '', 'LIBELLE ETAT': '', ANNULATION: '2012-01-01' }, 'approved', '2015-06-30'],
  [{ 'LIBELLE SOUS-ETAT': '', 'LIBELLE ETAT': '', APPROBATION: '', DEPRESCRIPTION: '2012-01-01' }, 'ended', null],
  [{ 'LIBELLE SOUS-ETAT': '', 'LIBELLE ETAT': '', APPROBATION: '', PRESCRIPTION: '' }, 'unknown', null],
] as const)('state of a plan: %o', async (given, status, statusDate) => {
  const source = await workshop.source({ 'pprn_gaspar.csv': gasparTable([{ ...PLAN, ...given }]) });
  const { plans } = await imported('gaspar-pprn', source);
  expect(plans('38185')).toMatchObject([{ status, statusDate }]);
});

it('a prescription after the approval is kept apart', async () => {
  const source = await workshop.source({ 'pprn_gaspar.csv': gasparTable([{ ...PLAN, PRESCRIPTION: '2024-01-02' }]) });
  const { plans } = await imported('gaspar-pprn', source);
  expect(plans('38185')).toMatchObject([{ status: 'approved', prescribedDate: '2024-01-02' }]);
});

it('covers the départements that it has', async () => {
  const national = await imported('gaspar-pprn', await workshop.source({ 'pprn_gaspar.csv': gasparTable([PLAN]) }));
  expect(['38421', '2A004', '97411', '97502'].map((code) => national.release.coverageOf(code))).toEqual([
    'covered',
    'not-digitised',
    'not-digitised',
    'not-digitised',
  ]);
  // No PPRT in Mayotte nor in Corsica: the base is national, but does not speak of Mayotte.
  const technological = await imported(
    'gaspar-pprt',
    await workshop.source({ 'pprt_gaspar.csv': gasparTable([PLAN]) }),
  );
  expect(['38421', '2A004', '97411', '97608'].map((code) => technological.release.coverageOf(code))).toEqual([
    'covered',
    'covered',
    'covered',
    'not-digitised',
  ]);
});

it('is dated by the name of its file, else by its last update', async () => {
  const table = gasparTable([PLAN]);
  expect(await dated('gaspar-pprn', { 'pprn_gaspar_2026-01-05.csv': table })).toBe('2026-01-05');
  expect(await dated('gaspar-pprn', { 'pprn_gaspar.csv': table })).toBe('2025-12-01');
});

it('reads Windows-1252 with Windows’ line ends as well', async () => {
  const table = gasparTable([{ ...PLAN, 'LIBELLE PROCEDURE': 'Épeigné-les-Bois', 'LIBELLE SOUS-ETAT': 'Approuvé' }]);
  const content = Buffer.from(table.replaceAll('’', "'").replaceAll('\n', '\r\n'), 'latin1');
  const { plans } = await imported('gaspar-pprn', await workshop.source({ 'pprn_gaspar.csv': content }));
  expect(plans('38185')).toMatchObject([{ name: 'Épeigné-les-Bois', status: 'approved' }]);
});

it('refuses a renamed column by name', async () => {
  const source = await workshop.source({
    'pprn_gaspar.csv': gasparTable([PLAN]).replace(';APPROBATION;', ';APPROUVE;'),
  });
  await expect(workshop.import('gaspar-pprn', source)).rejects.toThrow(/la colonne « APPROBATION » est absente/);
});

describe('decrees, on typed rows: no row of the published table was available', () => {
  const ROW = ['INTE2500001A', '37100', 'Ã‰peignÃ©-les-Bois', 'SEC', 'Sécheresse', '2024-01-01 01:00:00'];
  const REST = ['2024-12-31 01:00:00', '2025-06-01 02:00:00', '2025-07-08 02:00:00', '2025-07-09 00:00:00'];

  it('reads the headers of 2026, repairs names and drops the same decree at another clock time', async () => {
    const again = ['INTE2500001A', '37100', 'Épeigné-les-Bois', 'SEC', 'Sécheresse', '2024-01-01 00:00:00', ...REST];
    const table = catnatTable([[...ROW, ...REST], again, ['INTE2500002A', '', '', '', '', '', '', '', '', '']]);
    const { release, skipped } = await imported('gaspar-catnat', await workshop.source({ 'catnat_gaspar.csv': table }));
    expect(release.rowsOf('37100')).toEqual([
      {
        code: 'INTE2500001A',
        hazard: 'Sécheresse',
        start: '2024-01-01',
        end: '2024-12-31',
        decree: '2025-06-01',
        journalOfficiel: '2025-07-08',
        commune: 'Épeigné-les-Bois',
      },
    ]);
    expect(Object.values(skipped)).toEqual([1]);
  });

  it('reads the headers until 2025', async () => {
    const header =
      'cod_nat_catnat;cod_commune;lib_commune;num_risque_jo;lib_risque_jo;dat_deb;dat_fin;dat_pub_arrete;dat_pub_jo;dat_maj';
    const table = `${header}\n01PREF1;01039;Béon;ICB;Inondations;1990-02-10 00:00:00;1990-02-17;1990-03-16;1990-03-23;2019-01-01\n`;
    const { release } = await imported('gaspar-catnat', await workshop.source({ 'catnat_gaspar.csv': table }));
    expect(release.rowsOf('01039')).toMatchObject([{ code: '01PREF1', start: '1990-02-10', commune: 'Béon' }]);
  });
});

describe.runIf(EXTRACTS_HELD)('published tables', () => {
  it('mining and technological plans of 2024: one row by plan and commune', async () => {
    const mining = await imported('gaspar-pprm', extract('gaspar-2024-complet'));
    expect(mining.manifest.rows).toBe(267);
    expect(mining.release.coverageOf('75056')).toBe('covered');
    const technological = await imported('gaspar-pprt', extract('gaspar-2024-complet'));
    expect(technological.manifest.rows).toBe(1026);
    expect(technological.release.coverageOf('97611')).toBe('not-digitised');
    expect(technological.plans('01027').find(({ gasparId }) => gasparId === '01DDT20110004')).toMatchObject({
      name: '01 PPRt KEM ONE',
      status: 'approved',
      statusDate: '2012-05-29',
      hazards: ['Risque industriel', 'Effet thermique', 'Effet de surpression'],
    });
  });

  it('natural plans of 2025: renamed columns, dates of approval and not of the migration', async () => {
    const { plans, manifest, release } = await imported('gaspar-pprn', extract('gaspar-2025-extraits'));
    expect(manifest.rows).toBe(16);
    expect(release.coverageOf('01039')).toBe('not-digitised');
    expect(plans('01039')).toMatchObject([{ gasparId: '01DDT20210001', status: 'approved', statusDate: '2024-12-12' }]);
    expect(plans('01338')).toMatchObject([{ status: 'ended', underRevision: true }]);
    expect(plans('04193')).toMatchObject([
      { status: 'prescribed', statusDate: '2021-09-02', prescribedDate: '2021-09-02' },
    ]);
    expect(plans('02532')).toMatchObject([{ name: 'PPR-Oise-Neuvillette ; Vendeuil' }]);
    const technological = await imported('gaspar-pprt', extract('gaspar-2025-extraits'));
    expect(technological.plans('13081')).toMatchObject([
      { gasparId: '13DREAL20140011', status: 'prescribed', statusDate: '2009-11-10' },
    ]);
    expect(plans('05064')).toMatchObject([{ name: 'PPRN-Multi - La Chapelle-en-Valgaudémar 2015' }]);
  });
});
