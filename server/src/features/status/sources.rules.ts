import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import { FACT_SOURCES } from '#domain/headings/headings.ts';
import type { FactName } from '#domain/risks/facts.ts';
import { OWN_PARTS } from '#wiring/telemetry.ts';

/** A line of the page: its name, and the sources whose answers are counted for it. */
export type Counted = {
  id: string;
  name: string;
  counts: readonly string[];
  /**
   * A better source, queried first; the others only when it fails. Its failure alone loses precision, not the answer.
   */
  preferred?: string;
};
export type CountedSource = Counted & { producer: string };

const GEORISQUES = 'Géorisques';
const IGN = 'IGN, Géoplateforme';
const GPU = 'Géoportail de l’urbanisme, API Carto (IGN)';

type Read = Omit<CountedSource, 'name'>;

/** Plans are queried by parcel (v2), and by point (v1) when that fails: one line for both, down when both fail. */
const plans = (family: PprFamily): Read => ({
  id: family,
  producer: GEORISQUES,
  counts: [`georisques-v1-${family}`],
  preferred: `georisques-v2-${family}`,
});
const georisques = (id: string): Read => ({ id, producer: GEORISQUES, counts: [`georisques-v1-${id}`] });

/** The source of each fact, in the order of a statement; null for one without a line of its own. */
const FACTS: Record<FactName, Read | null> = {
  pprn: plans('pprn'),
  pprm: plans('pprm'),
  pprt: plans('pprt'),
  seismicZone: georisques('zonage-sismique'),
  radon: georisques('radon'),
  coastlineRetreat: { id: 'trait-de-cote', producer: GPU, counts: ['apicarto-gpu'] },
  brushClearing: georisques('old'),
  sis: georisques('sis'),
  noise: { id: 'bruit', producer: `DGAC, ${IGN}`, counts: ['geopf-peb'] },
  noisePlans: null,
  catnat: georisques('catnat'),
  clay: georisques('rga'),
  casias: georisques('casias'),
  installations: georisques('icpe'),
  cavities: georisques('cavites'),
  groundMovements: georisques('mvt'),
  report: georisques('rapport'),
  planPerimeters: { id: 'perimetres', producer: GPU, counts: ['apicarto-gpu-sup'] },
};

/** Sources of the facts, then those that help to find the property. */
export const SOURCES: readonly CountedSource[] = [
  ...(Object.keys(FACTS) as FactName[]).flatMap((fact): CountedSource[] => {
    const read = FACTS[fact];
    return read === null ? [] : [{ ...read, name: FACT_SOURCES[fact] }];
  }),
  { id: 'batiments', name: 'Emprises des bâtiments', producer: IGN, counts: ['geopf-bdtopo-batiment'] },
  {
    id: 'pieces',
    name: 'Pièces des plans (PDF)',
    producer: GEORISQUES,
    counts: ['georisques-v2-pieces-ppr', 'georisques-v2-piece-ppr'],
  },
  {
    id: 'fiches',
    name: 'Fiches d’information (PDF)',
    producer: GEORISQUES,
    counts: ['georisques-fiche'],
  },
  { id: 'adresses', name: 'Adresses', producer: `Base adresse nationale, ${IGN}`, counts: ['geocodage'] },
  { id: 'cadastre', name: 'Cadastre', producer: 'DGFiP, API Carto (IGN)', counts: ['apicarto-cadastre'] },
  { id: 'fond-ign', name: 'Fonds de carte de l’IGN', producer: IGN, counts: ['geopf-tuiles'] },
  { id: 'fond-osm', name: 'Fond de carte OpenStreetMap', producer: 'OpenStreetMap', counts: ['osm-tuiles'] },
];

export const PARTS = {
  documents: { id: 'documents', name: 'Impression des documents', counts: [OWN_PARTS.documents] },
  mails: { id: 'mails', name: 'Envoi des e-mails', counts: [OWN_PARTS.mails] },
  payments: { id: 'paiements', name: 'Paiement', counts: [OWN_PARTS.payments] },
} satisfies Record<string, Counted>;
