import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Source } from '#adapters/fact.ts';

const ATTRIBUTION = 'Ministère chargé de l’environnement, BRGM';
export const OPEN_LICENCE = 'Licence Ouverte 2.0 (Etalab)';
const SITE = 'https://www.georisques.gouv.fr';

function source(id: string, subject: string, page: string): Source {
  const label = `Géorisques — ${subject}`;
  return { source: `georisques-${id}`, label, attribution: ATTRIBUTION, licence: OPEN_LICENCE, url: SITE + page };
}

const PPR_SUBJECTS: Record<PprFamily, string> = {
  pprn: 'plans de prévention des risques naturels',
  pprm: 'plans de prévention des risques miniers',
  pprt: 'plans de prévention des risques technologiques',
};
const PPR_PAGE = '/risques/consulter-les-risques-naturels-et-technologiques';

/** Says how a plan was compared with the property: v2 takes its parcels, v1 only points. */
export const pprSource = (version: 'v1' | 'v2', family: PprFamily): Source =>
  source(
    `${version}-${family}`,
    `${PPR_SUBJECTS[family]} (${version === 'v2' ? 'par parcelle' : 'par points'})`,
    PPR_PAGE,
  );

export const SOURCES = {
  seismicZone: source('v1-zonage-sismique', 'zonage sismique', '/minformer-sur-un-risque/seisme'),
  radon: source('v1-radon', 'potentiel radon des communes', '/minformer-sur-un-risque/radon'),
  sis: source('v1-sis', 'secteurs d’information sur les sols', '/risques/sites-et-sols-pollues/donnees'),
  brushClearing: source('v1-old', 'obligations légales de débroussaillement', '/minformer-sur-un-risque/feu-de-foret'),
  clay: source('v1-rga', 'retrait-gonflement des argiles', '/minformer-sur-un-risque/retrait-gonflement-des-argiles'),
  casias: source('v1-casias', 'anciens sites industriels (CASIAS)', '/risques/sites-et-sols-pollues/donnees'),
  installations: source('v1-icpe', 'installations classées', '/risques/installations/donnees'),
  cavities: source('v1-cavites', 'cavités souterraines', '/risques/cavites-souterraines/donnees'),
  groundMovements: source('v1-mvt', 'mouvements de terrain', '/risques/mouvements-de-terrain/donnees'),
  catnat: source('v1-catnat', 'arrêtés de catastrophe naturelle (GASPAR)', '/donnees/bases-de-donnees/base-gaspar'),
  report: source('v1-rapport', 'rapport de risques à l’adresse', '/mes-risques/connaitre-les-risques-pres-de-chez-moi'),
} as const;
