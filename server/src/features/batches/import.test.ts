import { describe, expect, it } from 'vitest';
import { describeFile, rowsOfFile } from './import.service.ts';

const TITLES = 'Adresse;Code postal;Ville;Parcelles;Longitude;Latitude;Vendeur';
const fileOf = (...lines: string[]) => Buffer.from([TITLES, ...lines].join('\r\n'));
const rowsIn = (bytes: Buffer) => rowsOfFile(bytes, { fields: null, transaction: 'sale' });
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
    const rows = await rowsOfFile(bytes, { fields: null, transaction: null });
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
    const rows = await rowsOfFile(Buffer.from(`${titles}\n1 rue A;vente;A-12;m@exemple.fr\n2 rue A;vente;A-13;m@\n`), {
      fields: null,
      transaction: null,
    });
    expect(rows).toMatchObject([
      { request: { metadata: { reference: 'A-12', owner_email: 'm@exemple.fr' } } },
      { problem: { detail: 'L’adresse e-mail du vendeur n’est pas valide.' }, input: { reference: 'A-13' } },
    ]);
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
