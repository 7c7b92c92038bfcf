import { capitalised, frenchDate } from '#domain/french.ts';
import { oneCommune } from '#domain/property/place-in-words.ts';
import type { CommuneGrade, Provenance } from './facts.ts';
import { rule, withoutHash } from './rule.ts';

/** The texts class the communes of their year; the cadastre does not always name the former one. */
const MIXED = ' Cette commune en réunit d’anciennes de classements différents : le plus élevé est retenu';
/** To verify only where a lower class would change the answer. */
const mixed = (isMixed: boolean, wouldChange: boolean): string =>
  isMixed ? `${MIXED}${wouldChange ? ', à vérifier en mairie' : ''}.` : '';

/** « Mende : zone 2 ; Badaroux : zone 1. » */
function eachCommune(communes: CommuneGrade<number>[] | undefined, noun: 'zone' | 'niveau'): string {
  if (communes === undefined) return '';
  return ` ${communes.map(({ name, value }) => `${name} : ${noun} ${value}`).join(' ; ')}.`;
}

const SEISMICITY = { 1: 'très faible', 2: 'faible', 3: 'modérée', 4: 'moyenne', 5: 'forte' };

/**
 * R125-23, 5° code de l'environnement (since 01/01/2023): zones 2 to 5 of R563-4, listed by commune in D563-8-1. The
 * law classes whole communes: the commune's zone is the property's.
 */
export const sismicite = rule({
  heading: 'sismicite',
  title: 'Sismicité',
  article: 'R. 125-23, 5° du code de l’environnement',
  facts: ['seismicZone'],
  assess: ({ seismicZone: { zone, isMixed = false, communes } }) => {
    const where = communes === undefined ? 'une commune classée' : 'des communes dont la plus exposée est classée';
    const each = eachCommune(communes, 'zone');
    const sentence = `L’immeuble est situé dans ${where} en zone de sismicité ${zone} (${SEISMICITY[zone]}) sur une échelle de 1 à 5.${each}${mixed(isMixed, zone > 1)}`;
    const details = { zone, ...(communes && { communes }) };
    if (zone === 1) {
      return {
        state: 'not-concerned',
        sentence: `${sentence} L’information est due à partir de la zone 2.`,
        details,
      };
    }
    return {
      state: 'concerned',
      sentence,
      toVerify: isMixed,
      duty: 'Vous devez joindre la fiche d’information sur le risque sismique, disponible sur www.georisques.gouv.fr (article R. 125-24, 2° du code de l’environnement).',
      details,
    };
  },
});

const RADON = {
  1: 'potentiel faible',
  2: 'potentiel faible, avec des facteurs géologiques qui peuvent faciliter le transfert du radon vers les bâtiments',
  3: 'potentiel significatif',
};

/**
 * R125-23, 6° code de l'environnement (since 01/01/2023, formerly 5°): only level 3 of R1333-29 code de la santé
 * publique. Communes are classed as a whole.
 */
export const radon = rule({
  heading: 'radon',
  title: 'Potentiel radon',
  article: 'R. 125-23, 6° du code de l’environnement',
  facts: ['radon'],
  assess: ({ radon: { potential, isMixed = false, communes } }) => {
    const where = communes === undefined ? 'une commune' : 'des communes dont la plus exposée est';
    const each = eachCommune(communes, 'niveau');
    const sentence = `L’immeuble est situé dans ${where} à potentiel radon de niveau ${potential} sur 3 (${RADON[potential]}).${each}${mixed(isMixed, potential === 3)}`;
    const details = { potential, ...(communes && { communes }) };
    if (potential !== 3) {
      return {
        state: 'not-concerned',
        sentence: `${sentence} L’information est due au niveau 3.`,
        details,
      };
    }
    return {
      state: 'concerned',
      sentence,
      toVerify: isMixed,
      duty: 'Vous devez joindre la fiche d’information sur le radon, disponible sur www.georisques.gouv.fr (article R. 125-24, 3° du code de l’environnement).',
      details,
    };
  },
});

/**
 * R125-23, 8° code de l'environnement (décret n° 2024-405, since 01/01/2025): zones subject to débroussaillement under
 * L134-6 code forestier, as published on Géorisques or in a release.
 */
export const debroussaillement = rule({
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
});

/** What was asked: the service, or the edition of the layer. */
const publishedIn = ({ edition, label }: Provenance): string =>
  edition === undefined ? 'publiée sur Géorisques' : `qui figure dans « ${withoutHash(label)} »`;
