import { enumeration, frenchDistance } from '#domain/french.ts';
import { placeZones, type Placed, type Property } from '#domain/geometry/overlap.ts';
import { buildingRows } from '#domain/printing/buildings.ts';
import { overlapSentence, nearest, positions } from '#domain/printing/overlap.ts';
import { asked, question, text, webLink, GEORISQUES, type Row } from '#domain/printing/parts.ts';
import type { SisSite } from '#domain/risks/facts.ts';
import { answerOf, type Details } from '#domain/risks/findings.ts';
import { rule, type Assessment } from '#domain/risks/rule.ts';
import { idOf, items, quoted } from './comparison.ts';
import { ownHeading } from './heading.ts';

/**
 * L125-6 and L125-7 code de l'environnement (L125-7 as in force since 25/08/2021): land in a secteur d'information sur
 * les sols. A site without an outline cannot be located: the property is treated as concerned, « à vérifier ».
 */
export const sis = ownHeading({
  rule: rule({
    heading: 'sis',
    title: 'Secteur d’information sur les sols (SIS)',
    article: 'L. 125-6 et L. 125-7 du code de l’environnement',
    facts: ['sis'],
    assess: ({ sis }, property) => assessSis(sis, property),
  }),
  sources: { sis: 'Secteurs d’information sur les sols' },
  shortTitle: 'Pollution des sols (SIS)',
  concerned: ({ sites }) => ({
    subject: 'Pollution du sol connue de l’État (SIS)',
    sentence: `${sites.length > 1 ? 'Secteurs' : 'Secteur'} d’information sur les sols : ${enumeration(sites.map(({ name }) => `« ${name} »`))}.`,
    position: positions(sites.map(({ id, overlap }) => [id, overlap])),
  }),
  notConcerned: ({ nearby }) => `Terrain hors de tout secteur.${nearest(nearby)}`,
  whereToVerify: 'sur la fiche du secteur ou en mairie',
  terms: [{ term: 'SIS', text: 'Secteur d’information sur les sols : terrain dont l’État connaît la pollution.' }],
  checked: null,
  localPlan: {
    ours: 'Géorisques (secteurs d’information sur les sols)',
    theirs: 'un secteur d’information sur les sols',
  },
  papers: ({ sites }) =>
    sites.map(({ id, name }) => ({
      id: `sis-${id}`,
      name: `Fiche du secteur d’information sur les sols « ${name} »`,
      source: 'www.georisques.gouv.fr (L. 125-7)',
    })),
  isDutyMore: true,
  fiche: null,
  changes: items(({ sites }) => sites, { key: idOf, name: quoted, words: ['secteur', 'secteurs'] }),
  plans: () => [],
  consequences: () => [
    {
      topic: 'building',
      order: 6,
      text: 'Pollution connue : un permis de construire ou d’aménager demande une étude des sols.',
      source: 'L. 556-2 du code de l’environnement',
    },
    {
      topic: 'letting',
      order: 4,
      text: 'Le locataire est informé par écrit que le terrain est en secteur d’information sur les sols.',
      source: 'L. 125-7 du code de l’environnement',
    },
  ],
  atRenewal: null,
  explanations: [
    {
      order: 5,
      title: 'Pollution des sols',
      paragraphs: [
        {
          lead: null,
          text: 'Un secteur d’information sur les sols (SIS) est un terrain dont l’État connaît la pollution : un changement d’usage y demande une étude. CASIAS recense d’anciennes activités qui ont pu polluer : y figurer ne prouve pas une pollution.',
        },
        {
          lead: null,
          text: 'Si une pollution rend le terrain impropre à l’usage prévu et que l’information n’a pas été donnée, l’acquéreur ou le locataire peut demander la résolution du contrat ou une réduction du prix ou du loyer dans les deux ans de sa découverte (L. 125-7 du code de l’environnement).',
        },
      ],
      address: GEORISQUES,
    },
  ],
  method: { by: 'outline', name: 'pollution des sols', order: 1 },
  form: (finding, { sale, buildings, place }) => {
    const { state, details, sentence, article } = finding;
    const rows: Row[] = [
      question('Le terrain est situé en secteur d’information sur les sols (SIS)', answerOf(finding), sentence),
    ];
    if (state === 'concerned')
      for (const site of details.sites) {
        const where = [site.name, site.address, overlapSentence(site.overlap, place)].filter(Boolean).join('. ');
        rows.push(text(`SIS ${site.id}`, where, webLink(site.sheetUrl)), ...buildingRows(site.outline, buildings));
      }
    if (sale)
      rows.push(
        asked(
          'Une installation classée soumise à autorisation ou à enregistrement a été exploitée sur le terrain (L. 514-20)',
          null,
          'À préciser par le propriétaire. Si oui, le vendeur en informe l’acquéreur par écrit.',
        ),
      );
    return { letter: 'E', title: 'Pollution des sols', article, rows };
  },
  drawing: {
    placed: ({ sites, nearby }) => [...sites, ...nearby],
    given: ({ sis }) => (sis.state === 'not-obtained' ? [] : sis.value),
    label: ({ name }) => name,
    column: ({ id, name }) => `SIS « ${name} » (${id})`,
    onMap: ({ name }) => ({ label: name, mark: null, style: 'sis' }),
    mapOf: null,
    mapTitle: () => 'Secteurs d’information sur les sols',
    neighbours: null,
  },
});

function assessSis(all: SisSite[], property: Property): Assessment<Details['sis']> {
  const { zones, nearby, unreadable } = placeZones(property, all.filter(isDrawn));
  const undrawn = [...all.filter((site) => !site.outline), ...unreadable];
  const unplaced = undrawn.map((site) => ({ ...site, outline: null, overlap: null }));
  const sites = [...zones, ...unplaced];
  const doubts = [...unplaced.map(unplacedSentence), ...nearby.map(nearbySentence)];
  const toVerify = doubts.length > 0;
  if (sites.length === 0) {
    const none = 'Le terrain n’est situé dans aucun secteur d’information sur les sols.';
    return { state: 'not-concerned', sentence: [none, ...doubts].join(' '), toVerify, details: { sites, nearby } };
  }
  const inside = zones.length
    ? [
        `Le terrain est situé dans ${zones.length === 1 ? 'le secteur' : 'les secteurs'} d’information sur les sols ${enumeration(zones.map(named))}.`,
      ]
    : [];
  return {
    state: 'concerned',
    sentence: [...inside, ...doubts].join(' '),
    duty: 'Vous devez en informer par écrit l’acquéreur ou le locataire et lui communiquer les informations publiées par l’État sur ce secteur ; l’acte de vente ou de location l’atteste (article L. 125-7 du code de l’environnement).',
    toVerify,
    details: { sites, nearby },
  };
}

type DrawnSite = SisSite & { outline: NonNullable<SisSite['outline']> };
const isDrawn = (site: SisSite): site is DrawnSite => site.outline !== null;
const named = ({ name, id }: SisSite): string => (id === '' ? `« ${name} »` : `« ${name} » (${id})`);

function unplacedSentence(site: SisSite): string {
  return `La source signale le secteur d’information sur les sols ${named(site)} sans en donner le contour. Par prudence, le terrain est tenu pour concerné : à vérifier sur la fiche du secteur.`;
}

function nearbySentence(site: Placed<SisSite>): string {
  const metres = site.overlap.distanceMetres ?? 0;
  const where = metres < 1 ? 'jouxte le terrain' : `est à environ ${frenchDistance(metres)}`;
  return `Le secteur d’information sur les sols ${named(site)} ${where} : à vérifier sur la fiche du secteur.`;
}
