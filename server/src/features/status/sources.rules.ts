import { OWN_PARTS } from '#telemetry.ts';

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

/** Plans are queried by parcel (v2), and by point (v1) when that fails: one line for both, down when both fail. */
const plans = (family: string, name: string): CountedSource => ({
  id: family,
  name,
  producer: GEORISQUES,
  counts: [`georisques-v1-${family}`],
  preferred: `georisques-v2-${family}`,
});
const georisques = (id: string, name: string): CountedSource => ({
  id,
  name,
  producer: GEORISQUES,
  counts: [`georisques-v1-${id}`],
});

/** In the order of a statement, then what helps to find the property. */
export const SOURCES: readonly CountedSource[] = [
  plans('pprn', 'Plans de prévention des risques naturels'),
  plans('pprm', 'Plans de prévention des risques miniers'),
  plans('pprt', 'Plans de prévention des risques technologiques'),
  georisques('zonage-sismique', 'Zonage sismique'),
  georisques('radon', 'Potentiel radon'),
  { id: 'trait-de-cote', name: 'Recul du trait de côte', producer: GPU, counts: ['apicarto-gpu'] },
  georisques('old', 'Obligations de débroussaillement'),
  georisques('sis', 'Secteurs d’information sur les sols'),
  { id: 'bruit', name: 'Plans d’exposition au bruit', producer: `DGAC, ${IGN}`, counts: ['geopf-peb'] },
  georisques('catnat', 'Arrêtés de catastrophe naturelle'),
  georisques('rga', 'Retrait-gonflement des argiles'),
  georisques('casias', 'Anciens sites industriels (CASIAS)'),
  georisques('icpe', 'Installations classées'),
  georisques('cavites', 'Cavités souterraines'),
  georisques('mvt', 'Mouvements de terrain'),
  georisques('rapport', 'Remontée de nappe et canalisations'),
  { id: 'perimetres', name: 'Périmètres publiés des plans', producer: GPU, counts: ['apicarto-gpu-sup'] },
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
