import { capitalised, frenchDate } from '#domain/french.ts';
import { note, PART, question, text, webLink, GEORISQUES, type Row } from '#domain/printing/parts.ts';
import { shortDate } from '#domain/printing/text.ts';
import { oneCommune } from '#domain/property/place-in-words.ts';
import type { BrushClearing, Provenance } from '#domain/risks/facts.ts';
import { answerOf } from '#domain/risks/findings.ts';
import { rule, withoutHash } from '#domain/risks/rule.ts';
import { ownHeading } from './heading.ts';

const FICHE = 'Fiche d’information sur les obligations de débroussaillement';

/**
 * R125-23, 8° code de l'environnement (décret n° 2024-405, since 01/01/2025): zones subject to débroussaillement under
 * L134-6 code forestier, as published on Géorisques or in a release.
 */
export const debroussaillement = ownHeading({
  rule: rule({
    heading: 'debroussaillement',
    title: 'Obligations légales de débroussaillement (OLD)',
    article: 'R. 125-23, 8° du code de l’environnement',
    facts: ['brushClearing'],
    assess: ({ brushClearing: obligation }, { isInSeveral }, provenances) => {
      if (!obligation) {
        return {
          state: 'not-concerned',
          sentence: `L’immeuble n’est situé dans aucune zone assujettie aux obligations légales de débroussaillement ${publishedIn(provenances.brushClearing)}.`,
          details: { obligation },
        };
      }
      const where = obligation.communeOnly
        ? `${capitalised(oneCommune(isInSeveral))} compte des zones assujetties à des obligations de débroussaillement (article L. 134-6 du code forestier), mais la source ne répond pas pour toute l’étendue de l’immeuble. Par prudence, l’immeuble est tenu pour concerné : à vérifier sur la carte publiée par Géorisques.`
        : 'L’immeuble est situé dans une zone assujettie à des obligations de débroussaillement et de maintien en l’état débroussaillé (article L. 134-6 du code forestier).';
      const decree = obligation.decreeDate ? ` Zonage approuvé le ${frenchDate(obligation.decreeDate)}.` : '';
      return {
        state: 'concerned',
        sentence: where + decree,
        toVerify: obligation.communeOnly,
        duty: 'Vous devez joindre la fiche d’information sur les obligations de débroussaillement, disponible sur www.georisques.gouv.fr (article R. 125-24 du code de l’environnement).',
        details: { obligation },
      };
    },
  }),
  sources: { brushClearing: 'Obligations de débroussaillement' },
  shortTitle: 'Débroussaillement (OLD)',
  concerned: ({ obligation }) => ({
    subject: 'Débroussaillement obligatoire',
    sentence: obligation?.communeOnly
      ? 'Votre bien est concerné, par prudence, par l’obligation de débroussailler : des zones publiées y sont soumises, que la source ne situe pas par rapport à tout le terrain.'
      : 'Votre bien est concerné par l’obligation de débroussailler et de maintenir le terrain débroussaillé.',
    position: obligation?.communeOnly ? 'position à vérifier' : 'terrain touché',
  }),
  notConcerned: () => 'Terrain hors des zones publiées.',
  whereToVerify: 'sur www.georisques.gouv.fr ou en mairie',
  terms: [{ term: 'OLD', text: 'Obligation légale de débroussaillement.' }],
  checked: null,
  localPlan: {
    ours: 'Géorisques (obligations de débroussaillement)',
    theirs: 'une zone d’obligation de débroussaillement',
  },
  papers: () => [{ id: 'fiche-debroussaillement', name: FICHE, source: 'www.georisques.gouv.fr (R. 125-24)' }],
  isDutyMore: false,
  fiche: { subject: 'debroussaillement', title: FICHE, sheetUrl: ({ obligation }) => obligation?.sheetUrl ?? null },
  changes: ({ obligation: was }, { obligation: is }) => {
    const date = is?.decreeDate ?? null;
    return was === null || date === null || was.decreeDate === date ? [] : [`zonage approuvé le ${frenchDate(date)}`];
  },
  plans: () => [],
  consequences: () => [
    {
      topic: 'works',
      order: 4,
      text: 'Débroussailler, puis maintenir débroussaillé, autour des constructions et parfois chez le voisin : c’est à la charge du propriétaire.',
      source: 'L. 134-6 et L. 134-8 du code forestier',
    },
    {
      topic: 'letting',
      order: 3,
      text: 'Le locataire est informé de l’obligation de débroussailler et de ses servitudes, à chaque conclusion et à chaque renouvellement du bail.',
      source: 'L. 134-16 du code forestier',
    },
  ],
  atRenewal:
    'L’obligation de débroussailler est rappelée au locataire à chaque renouvellement du bail (L. 134-16 du code forestier).',
  explanations: [
    {
      order: 3,
      title: 'Débroussaillement',
      paragraphs: [
        {
          lead: 'Ce qu’il faut savoir.',
          text: 'Dans les territoires exposés, à moins de 200 mètres des bois et forêts, la végétation est réduite sur 50 mètres autour des constructions ; le maire peut porter cette distance à 100 mètres. Les abords des voies privées sont aussi à traiter (L. 134-6 du code forestier).',
        },
        {
          lead: 'Qui, et où.',
          text: 'L’obligation pèse sur le propriétaire de la construction, parfois jusque sur le terrain du voisin. En zone urbaine, tout le terrain peut être à débroussailler, même non bâti. Un arrêté préfectoral dit comment faire ; la mairie renseigne.',
        },
        {
          lead: 'Vendre.',
          text: 'L’acquéreur est informé de l’obligation et de ses servitudes (L. 134-16 du code forestier). Le vendeur atteste sur l’honneur qu’il y a été satisfait (D. 134-7).',
          contract: 'Vente',
        },
        {
          lead: 'Louer.',
          text: 'Le locataire est informé de l’obligation et de ses servitudes, à chaque conclusion ou renouvellement du bail (L. 134-16 du code forestier).',
          contract: 'Location',
        },
      ],
      address: GEORISQUES,
    },
  ],
  method: { by: 'parcel', name: 'le débroussaillement', order: 2 },
  form: (finding, { sale }) => {
    const { details, sentence, state, article } = finding;
    const rows: Row[] = [
      question(
        'L’immeuble se situe dans un périmètre d’application d’une obligation légale de débroussaillement',
        details?.obligation?.communeOnly ? null : answerOf(finding),
        sentence,
      ),
    ];
    if (state === 'concerned') rows.push(...clearingRows(details.obligation, sale));
    return { letter: 'H', title: 'Obligation légale de débroussaillement (OLD)', article, rows };
  },
  drawing: null,
});

/** What was asked: the service, or the edition of the layer. */
const publishedIn = ({ edition, label }: Provenance): string =>
  edition === undefined ? 'publiée sur Géorisques' : `qui figure dans « ${withoutHash(label)} »`;

function clearingRows(obligation: BrushClearing | null, sale: boolean): Row[] {
  const decree = obligation?.decreeDate ? ` Arrêté du ${shortDate(obligation.decreeDate)}.` : '';
  const sheet = `${FICHE}, résumée en partie ${PART.explanations}.${decree}`;
  return [
    text('Pièce à joindre', sheet, webLink(obligation?.sheetUrl ?? null) ?? GEORISQUES),
    note(
      sale
        ? 'Le vendeur informe l’acquéreur de ces obligations et des servitudes qui s’y rattachent (L. 134-16 du code forestier). Il atteste en outre sur l’honneur qu’il y a été satisfait : l’attestation à remplir suit le formulaire (D. 134-7).'
        : 'Le bailleur informe le locataire de ces obligations et des servitudes qui s’y rattachent, à chaque conclusion ou renouvellement du bail (L. 134-16 du code forestier).',
    ),
  ];
}
