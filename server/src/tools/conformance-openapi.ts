import { z } from 'zod';
import { expect } from './conformance-case.ts';
import type { Case } from './conformance-case.ts';

const BY_PLACE = ['latlon', 'rayon', 'page', 'page_size'];
const BY_CODE = ['code_insee', 'page', 'page_size'];
const BY_POINT = ['longitude', 'latitude', 'page_size'];
/** Every v1 path that our adapters call, with the parameters that they send. */
const CALLS: Record<string, string[]> = {
  '/api/v1/gaspar/pprn': BY_POINT,
  '/api/v1/gaspar/pprm': BY_POINT,
  '/api/v1/gaspar/pprt': BY_POINT,
  '/api/v1/gaspar/pprn/{idGaspar}': [],
  '/api/v1/zonage_sismique': BY_CODE,
  '/api/v1/radon': BY_CODE,
  '/api/v1/gaspar/catnat': BY_CODE,
  '/api/v1/rga': ['latlon'],
  '/api/v1/old': ['latlon'],
  '/api/v1/resultats_rapport_risque': ['latlon'],
  '/api/v1/ssp/conclusions_sis': BY_PLACE,
  '/api/v1/ssp/casias': BY_PLACE,
  '/api/v1/installations_classees': BY_PLACE,
  '/api/v1/cavites': BY_PLACE,
  '/api/v1/mvt': BY_PLACE,
};

/** The supplier silently ignores a misspelt parameter: all of ours must be in its published list. */
export function openapiCase(json: unknown): Case {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.object({ get: z.object({ params: z.array(z.string()) }) })) })
    .parse(json);
  return {
    title: 'contrat OpenAPI de Géorisques v1',
    completed: null,
    serves: {},
    read: async () => {
      const missing = Object.entries(CALLS).flatMap(([path, names]) => {
        const params = paths[path]?.get.params;
        return params === undefined
          ? [path]
          : names.filter((name) => !params.includes(name)).map((name) => `${path}?${name}`);
      });
      expect(missing.length === 0, `non déclarés : ${missing.join(', ')}`);
      return `nos ${Object.keys(CALLS).length} chemins et leurs paramètres y sont déclarés`;
    },
  };
}

/** The models of v1.9.4 lack today's endpoints of plans: checks the fields that we read in the others. */
export function modelsCase(json: unknown): Case {
  const { models } = z.object({ models: z.record(z.string(), z.record(z.string(), z.unknown())) }).parse(json);
  return {
    title: 'modèles de Géorisques v1.9.4',
    completed: null,
    serves: {},
    read: async () => {
      const missing = Object.entries(FIELDS).flatMap(([model, fields]) =>
        fields.filter((field) => !(field in (models[model] ?? {}))).map((field) => `${model}.${field}`),
      );
      expect(missing.length === 0, `champs absents : ${missing.join(', ')}`);
      return `les champs que nous lisons y sont (${Object.keys(FIELDS).join(', ')})`;
    },
  };
}

const FIELDS: Record<string, string[]> = {
  CatNat: ['code_national_catnat', 'date_debut_evt', 'date_fin_evt', 'date_publication_jo', 'libelle_risque_jo'],
  CasiasDto: ['identifiant_ssp', 'nom_etablissement', 'activite_principale', 'statut', 'fiche_risque', 'geom'],
  SisDto: ['id_sis', 'nom', 'adresse', 'fiche_risque', 'geom'],
  Cavites: ['identifiant', 'type', 'nom', 'longitude', 'latitude'],
  Mvt: ['identifiant', 'type', 'lieu', 'precision_lieu', 'longitude', 'latitude'],
  Radon: ['classe_potentiel', 'code_insee'],
  ZonageSismique: ['code_zone', 'zone_sismicite', 'code_insee'],
  ZonageArgile: ['codeExposition'],
  OldModel: ['commune', 'risque'],
};
