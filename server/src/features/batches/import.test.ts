import { contradictionsIn } from '@clairisque/contract/common/contradictions.ts';
import {
  DECLARED_FIELDS,
  DECLARED_NAMES,
  PLANNED_FIELDS,
  PLANNED_NAMES,
} from '@clairisque/contract/common/property-columns.ts';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { describe, expect, it } from 'vitest';
import { describeFile, rowsOfFile } from './import.service.ts';

const TITLES = 'Adresse;Code postal;Ville;Parcelles;Longitude;Latitude;Vendeur';
const fileOf = (...lines: string[]) => Buffer.from([TITLES, ...lines].join('\r\n'));
const rowsIn = async (bytes: Buffer) => (await rowsOfFile(bytes, { fields: null, transaction: 'sale' })).rows;
const LINE = '4 rue des Lilas;95190;Goussainville;;;;Élodie Œuvrard';
const READ = { given: '4 rue des Lilas 95190 Goussainville', request: { parties: { owner: 'Élodie Œuvrard' } } };

describe('a file is read as its spreadsheet wrote it', () => {
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`${TITLES}\n${LINE}`.replaceAll(';', '\t'), 'utf16le'),
  ]);
  it.each<[string, Buffer]>([
    ['UTF-8 and semicolons', fileOf(LINE)],
    ['a byte order mark', Buffer.concat([Buffer.from('\uFEFF'), fileOf(LINE)])],
    ['commas, line feeds', Buffer.from(`${TITLES}\n${LINE}`.replaceAll(';', ','))],
    ['tabs in UTF-16', utf16],
    ['bars', Buffer.from(`${TITLES}\n${LINE}`.replaceAll(';', '|'))],
    ['sep=; first', Buffer.from(`sep=;\r\n${TITLES}\r\n${LINE}`)],
    ['"sep=,", saved again', Buffer.from(`"sep=,",,,,,,\n${TITLES}\n${LINE}`.replaceAll(';', ','))],
    ['SEP= and a tab, after a mark', Buffer.from(`\uFEFFSEP=\t\n${TITLES}\n${LINE}`.replaceAll(';', '\t'))],
    ['sep=; in UTF-16BE', Buffer.from(`\uFEFFsep=;\n${TITLES}\n${LINE}`, 'utf16le').swap16()],
    ['line ends of a former Mac', Buffer.from(`${TITLES}\r${LINE}\r`)],
    ['blank and empty lines', fileOf('', ';;;;;;', LINE, '')],
    [
      'quotes, with a line break and a semicolon',
      fileOf(LINE.replace('4 rue des Lilas', '"4\r\nrue des Lilas"').replace(/Élodie.*/, '"Élodie Œuvrard"')),
    ],
  ])('%s', async (_, bytes) => {
    expect(await rowsIn(bytes)).toMatchObject([READ]);
  });

  it('Windows-1252', async () => {
    const bytes = Buffer.from(`${TITLES}\r\n4 all\xe9e \x8cuvrard;;;;;;`, 'latin1');
    expect(await rowsIn(bytes)).toMatchObject([{ given: '4 allée Œuvrard' }]);
  });

  it('a postcode written as a formula, so that it keeps its zero', async () => {
    const bytes = fileOf('4 rue des Lilas;="06000";Nice;;;;');
    expect(await rowsIn(bytes)).toMatchObject([{ given: '4 rue des Lilas 06000 Nice' }]);
  });

  it('a line keeps its number under « sep=; »', async () => {
    expect(await rowsIn(Buffer.from(`sep=;\n${TITLES}\n${LINE}`))).toMatchObject([{ position: 3 }]);
  });

  it('its columns, with examples and what they may hold', async () => {
    const { columns, rows } = await describeFile(fileOf(LINE, ';;;95280000AB0001;;;'));
    expect(columns.map(({ field }) => field)).toEqual([
      'address',
      'postcode',
      'city',
      'parcels',
      'longitude',
      'latitude',
      'owner',
    ]);
    expect([rows, columns[3]?.examples]).toEqual([2, ['95280000AB0001']]);
  });
});

describe('a line becomes a request, or says why not', () => {
  it.each<[string, object]>([
    [';;;95280000AB0001 000-AB-0002@95280;;;', { request: { parcels: ['000-AB-0001@95280', '000-AB-0002@95280'] } }],
    [';;;;2,4745;49,0325;', { request: { point: { longitude: 2.4745, latitude: 49.0325 } } }],
    ['4 rue des Lilas 95190 Goussainville;95190;GOUSSAINVILLE;;;;', { given: '4 rue des Lilas 95190 Goussainville' }],
    ['12 rue de Rennes;;Rennes;;;;', { given: '12 rue de Rennes Rennes' }],
    ['12 rue de Rennes, Rennes;35000;Rennes;;;;', { given: '12 rue de Rennes, Rennes 35000 Rennes' }],
    ['5 rue du Centre;1000;Bourg-en-Bresse;;;;', { given: '5 rue du Centre 01000 Bourg-en-Bresse' }],
    ['=HYPERLINK("http://a");;;;;;', { given: '=HYPERLINK("http://a")' }],
    [';;;;;;M. Sans', { problem: { detail: 'Cette ligne n’a ni adresse, ni parcelle, ni point.' } }],
    ['４ rue des Lilas;９５１９０;Goussainville;;;;', { given: '4 rue des Lilas 95190 Goussainville' }],
    ['4 rue des Lilas;;;;;;M. 漢', { problem: { detail: 'La lettre «\u00A0漢\u00A0» ne peut pas être imprimée.' } }],
    [
      ';95190;Goussainville;"AA 143, AA 144";;;',
      { request: { parcels: ['000-AA-0143', '000-AA-0144'], commune: '95190 Goussainville' } },
    ],
    ['4 rue A 95190 Goussainville;;;aa 143 et AA144;;;', { request: { parcels: ['000-AA-0143', '000-AA-0144'] } }],
    [';;95280;812 D 37;;;', { request: { parcels: ['812-0D-0037'], commune: '95280' } }],
    [
      ';;;AB 12;;;',
      {
        problem: { detail: expect.stringMatching(/^Donnez la commune de ces parcelles/) },
        input: { parcels: 'AB 12' },
      },
    ],
    [
      ';;Cergy;AB 12 rue;;;',
      { problem: { detail: expect.stringMatching(/«\u00A0AB 12 RUE\u00A0» n’est pas une référence/) } },
    ],
    [';;;;2,4745;;', { problem: { detail: expect.stringMatching(/^La longitude et la latitude/) } }],
    [';;;;652000;6862000;', { problem: { detail: expect.stringMatching(/en degrés/) } }],
    [`${'a'.repeat(301)};;;;;;`, { problem: { detail: 'L’adresse dépasse 300 caractères.' } }],
    ['4 rue;;;;;;;;de trop', { problem: { detail: expect.stringMatching(/^Cette ligne a 9 cellules pour 7/) } }],
  ])('%s', async (line, expected) => {
    expect(await rowsIn(fileOf(line))).toMatchObject([expected]);
  });

  it.each([
    [
      'numero;rep;nom_voie;code_postal;nom_commune',
      '12;bis;Rue des Lilas;35000;Rennes',
      '12 bis Rue des Lilas 35000 Rennes',
    ],
    [
      'No voie;B/T/Q;Type de voie;Voie;Code postal;Commune',
      '12;B;RUE;DES LILAS;35000;RENNES',
      '12 B RUE DES LILAS 35000 RENNES',
    ],
    [
      'adresse_numero;adresse_suffixe;adresse_nom_voie;code_postal;nom_commune',
      '5;;1ERE AVENUE;6510;CARROS',
      '5 1ERE AVENUE 06510 CARROS',
    ],
    ['Numéro;Adresse;Ville', '3;8 mai 1945 (rue du);Rennes', '3 8 mai 1945 (rue du) Rennes'],
    ['Numéro;Adresse;Ville', '1532;12 bis rue des Lilas;Rennes', '12 bis rue des Lilas Rennes'],
    ['N°;Rep;Rue;Ville', '12;;des Lilas;Rennes', '12 des Lilas Rennes'],
  ])('%s: %s → « %s »', async (titles, line, given) => {
    expect(await rowsIn(Buffer.from(`${titles}\n${line}\n`))).toMatchObject([{ given, request: { address: given } }]);
  });

  it('a transaction in its own words, or none', async () => {
    const bytes = Buffer.from('Adresse;Type\n1 rue A;Vente\n2 rue A;bail\n3 rue A;don\n4 rue A;\n');
    const { rows } = await rowsOfFile(bytes, { fields: null, transaction: null });
    expect(rows.map(({ request }) => request?.transaction)).toEqual(['sale', 'lease', undefined, undefined]);
    expect(rows[3]?.problem?.detail).toMatch(/^La transaction manque/);
  });
});

describe('the columns of its owner', () => {
  const fieldsOf = async (titles: string) =>
    (await describeFile(Buffer.from(`${titles}\n1;2;3`))).columns.map(({ field }) => field);

  it.each([
    ['Votre référence;Email du vendeur;Adresse', ['reference', 'owner_email', 'address']],
    ['Réf.;Courriel;Mandat', ['reference', 'owner_email', null]],
    ['Your reference;Owner email;Parcels', ['reference', 'owner_email', 'parcels']],
    ['Références cadastrales;Mandat;Vendeur', ['parcels', 'reference', 'owner']],
    ['Motif;Code du motif;Ligne', [null, null, null]],
  ])('%s', async (titles, expected) => {
    expect(await fieldsOf(titles)).toEqual(expected);
  });

  it('a reference and an e-mail become labels, never printed; a wrong e-mail refuses its line', async () => {
    const titles = 'Adresse;Transaction;Votre référence;Email du vendeur';
    const { rows } = await rowsOfFile(
      Buffer.from(`${titles}\n1 rue A;vente;A-12;m@exemple.fr\n2 rue A;vente;A-13;m@\n`),
      {
        fields: null,
        transaction: null,
      },
    );
    expect(rows).toMatchObject([
      { request: { metadata: { reference: 'A-12', owner_email: 'm@exemple.fr' } } },
      { problem: { detail: 'L’adresse e-mail du vendeur n’est pas valide.' }, input: { reference: 'A-13' } },
    ]);
  });
});

describe('the owner’s declarations have their columns', () => {
  const readWith = async (titles: string, cells: string) =>
    (await rowsIn(Buffer.from(`Adresse;${titles}\n4 rue des Lilas 95190 Goussainville;${cells}\n`)))[0];

  it.each<[titles: string, cells: string, expected: object]>([
    ['Travaux prescrits;Travaux réalisés', 'Oui;non', { works_prescribed: true, works_done: false }],
    [
      'works_by_plan',
      '25DDT20080012 = oui / non | PPRI de la Seine (a=b) = non|X=oui',
      {
        works_by_plan: [
          { plan: '25DDT20080012', prescribed: true, done: false },
          { plan: 'PPRI de la Seine (a=b)', prescribed: false, done: null },
          { plan: 'X', prescribed: true, done: null },
        ],
      },
    ],
    [
      'Sinistres indemnisés;Arrêtés indemnisés',
      'oui;"INTE2500002A, IOCE0804637A"',
      { disasters_indemnified: true, disaster_decrees_indemnified: ['INTE2500002A', 'IOCE0804637A'] },
    ],
    ['Travaux sécheresse non réalisés', 'Reprise du pignon', { drought_works_not_done: 'Reprise du pignon' }],
    [
      'Étage du lot;Numéro du lot;Bâtiment du lot',
      '2ème étage;12 et 45;Les Pins',
      { condominium_lot: { floor: 2, number: '12 et 45', building: 'Les Pins' } },
    ],
    ['condominium_lot_floor;condominium_lot_number', 'RDC;', { condominium_lot: { floor: 0 } }],
    ['Numéro du lot', '12', { condominium_lot: { floor: null, number: '12' } }],
    ['Travaux prescrits', 'à préciser plus tard', { works_prescribed: null }],
  ])('%s: %s', async (titles, cells, declarations) => {
    expect(await readWith(titles, cells)).toMatchObject({ problem: null, request: { declarations } });
  });

  it.each(['Travaux prescrits;Numéro du lot', 'Lot;Étage', 'Bâtiment;Travaux'])(
    '%s, empty or saying something else → no declaration',
    async (titles) => {
      const cells = titles.startsWith('Travaux prescrits') ? ';' : '3;2ème droite';
      expect((await readWith(titles, cells))?.request?.declarations).toBeUndefined();
    },
  );

  it.each<[titles: string, cells: string, sentence: RegExp]>([
    [
      'Travaux prescrits',
      'peut-être',
      /^«\u00A0peut-être\u00A0» n’est pas une réponse à «\u00A0Travaux prescrits\u00A0»/,
    ],
    ['Travaux par plan', '25DDT20080012', /ne dit pas les travaux d’un plan/],
    ['Travaux par plan', '= oui', /ne dit pas les travaux d’un plan/],
    ['Travaux par plan', 'A = oui / parfois', /n’est pas une réponse à «\u00A0Travaux par plan/],
    ['Étage du lot', '2ème droite', /n’est pas un étage/],
    ['Étage du lot', '-10', /^Un étage va de -9 à 99\.$/],
    ['Numéro du lot', 'x'.repeat(61), /dépasse 60 caractères/],
    ['Numéro du lot', '漢', /^La lettre «\u00A0漢\u00A0» ne peut pas être imprimée/],
    ['Arrêtés indemnisés', '=HYPERLINK("x")', /^Un code d’arrêté s’écrit comme INTE2500002A/],
    ['Arrêtés indemnisés', 'A '.repeat(501), /^Une ligne désigne 500 arrêtés au plus/],
    ['Travaux par plan', 'A = non|'.repeat(31), /^Une ligne déclare les travaux de 30 plans au plus/],
    ['Travaux par plan', `${'A'.repeat(301)} = non`, /^Le nom d’un plan dépasse 300 caractères/],
    ['Travaux sécheresse non réalisés', 'x'.repeat(2_001), /dépassent 2\u00A0000 caractères/],
  ])('%s: « %s » → refused in one sentence', async (titles, cells, sentence) => {
    expect(await readWith(titles, cells)).toMatchObject({
      state: 'refused',
      request: null,
      problem: { detail: expect.stringMatching(sentence) },
    });
  });

  it.each<[titles: string, cells: string, declarations: Partial<Declarations>]>([
    ['Travaux prescrits;Travaux réalisés', 'non;oui', { travaux_prescrits: false, travaux_realises: true }],
    [
      'Travaux prescrits;Travaux par plan',
      'non;A = oui',
      { travaux_prescrits: false, travaux_par_plan: [{ plan: 'A', prescrits: true, realises: null }] },
    ],
    ['Travaux par plan', 'A = non / oui', { travaux_par_plan: [{ plan: 'A', prescrits: false, realises: true }] }],
    [
      'Sinistres indemnisés;Arrêtés indemnisés',
      'non;INTE2500002A',
      { sinistres_indemnises: false, arretes_indemnises: ['INTE2500002A'] },
    ],
    [
      'Sinistres indemnisés;Travaux sécheresse non réalisés',
      'non;Reprise du pignon',
      { sinistres_indemnises: false, travaux_rga_non_realises: 'Reprise du pignon' },
    ],
  ])('%s: « %s », which deny each other → the wizard’s sentence', async (titles, cells, declarations) => {
    const [fault] = contradictionsIn({
      travaux_prescrits: null,
      travaux_realises: null,
      sinistres_indemnises: null,
      travaux_rga_non_realises: null,
      ...declarations,
    });
    expect(fault).toBeDefined();
    expect((await readWith(titles, cells))?.problem?.detail).toBe(fault?.sentence);
  });

  it('each field has its name in the files, in French and in English', async () => {
    for (const titles of [DECLARED_FIELDS, Object.values(DECLARED_NAMES)]) {
      const { columns } = await describeFile(Buffer.from(`${titles.join(';')}\n${';'.repeat(titles.length - 1)}x\n`));
      expect(columns.map(({ field }) => field)).toEqual(DECLARED_FIELDS);
    }
  });
});

describe('planned days have their columns', () => {
  const readWith = async (titles: string, cells: string) =>
    (await rowsIn(Buffer.from(`Adresse;${titles}\n4 rue des Lilas 95190 Goussainville;${cells}\n`)))[0];

  it.each<[titles: string, cells: string, planned: object]>([
    ['Date de l’acte', '12/03/2027', { deed: '2027-03-12' }],
    ['Date d’acte prévue', '2027-03-12', { deed: '2027-03-12' }],
    [
      'Date de la promesse;Date de l’acte',
      '1/2/2027;29.02.2028',
      { preliminary_contract: '2027-02-01', deed: '2028-02-29' },
    ],
    ['Date du compromis', '2027-03-12 00:00:00', { preliminary_contract: '2027-03-12' }],
    ['Date du bail', '12-03-2027', { lease: '2027-03-12' }],
    [
      'preliminary_contract;deed;lease',
      '2027-01-02;;2027-01-03',
      { preliminary_contract: '2027-01-02', lease: '2027-01-03' },
    ],
  ])('%s: %s', async (titles, cells, planned) => {
    expect(await readWith(titles, cells)).toMatchObject({ problem: null, request: planned });
  });

  it.each(['Date de l’acte', 'Acte', 'Bail', 'Promesse', 'Date', 'Date de naissance'])(
    '%s, empty or saying something else → nothing is planned',
    async (title) => {
      const request = (await readWith(title, title === 'Date de l’acte' ? '' : '12/03/2027'))?.request;
      expect([request?.deed, request?.lease, request?.preliminary_contract]).toEqual([undefined, undefined, undefined]);
    },
  );

  it.each(['31/02/2027', '29/02/2027', '12/03/27', 'mars 2027', '0/0/2027', '2027-13-01', '46092', '12/03/2027 14:30'])(
    '« %s » is no day → refused in one sentence, whose cell is kept',
    async (cell) => {
      expect(await readWith('Date de l’acte', cell)).toMatchObject({
        state: 'refused',
        request: null,
        problem: { detail: expect.stringMatching(/n’est pas une date.*Date de l’acte.*12\/03\/2027/u) },
        cells: ['4 rue des Lilas 95190 Goussainville', cell],
      });
    },
  );

  it('each field has its name in the files, in French and in English', async () => {
    for (const titles of [PLANNED_FIELDS, Object.values(PLANNED_NAMES)]) {
      const { columns } = await describeFile(Buffer.from(`${titles.join(';')}\n${';'.repeat(titles.length - 1)}x\n`));
      expect(columns.map(({ field }) => field)).toEqual(PLANNED_FIELDS);
    }
  });
});

describe('a file is refused in one sentence', () => {
  const tenThousand = Array.from({ length: 10_000 }, (_, index) => `${index} rue des Lilas;95190;Goussainville`);
  it.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /^Ce fichier est vide\.$/],
    ['titles only', fileOf(), /n’a aucune ligne sous ses titres/],
    ['10,001 lines', fileOf(...tenThousand, LINE), /plus de 10\s000 lignes/],
    ['a bomb of columns', Buffer.from(`Adresse${';a'.repeat(9_000)}\n1`), /plus de 100 colonnes/],
    ['a longer one', Buffer.from(`Adresse${';a'.repeat(500_000)}\n1`), /ligne 1 est trop longue/],
    ['an open quote', fileOf(`"${LINE}`), /guillemet ouvert/],
    ['a workbook', Buffer.from('PK\u0003\u0004…'), /est un classeur/],
    ['a picture', Buffer.from([0x89, 0x50, 0, 0, 0]), /pas un fichier CSV/],
    ['an unknown separator', Buffer.from(`sep=#\n${TITLES}\n${LINE}`), /séparateur inconnu/],
    ['« sep=; » alone', Buffer.from('sep=;\n'), /^Ce fichier est vide\.$/],
    ['one column that is no place', Buffer.from('Nom\nGénéral\n'), /Aucune colonne ne dit où est le bien/],
    ['no place', Buffer.from('Nom\nA'), /Aucune colonne ne dit où est le bien/],
  ])('%s', async (_, bytes, sentence) => {
    await expect(rowsIn(bytes)).rejects.toThrow(sentence);
  });

  it('10,000 lines are read', async () => {
    expect(await rowsIn(fileOf(...tenThousand))).toHaveLength(10_000);
  });
});
