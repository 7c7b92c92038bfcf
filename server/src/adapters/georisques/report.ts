import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import type { HazardStatus } from '#domain/risks/facts.ts';
import type { HttpClient } from '#platform/suppliers/http-client.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { elsewhere, isAround } from './http.ts';
import { lonLat, metresBetween, REACH_MARGIN_METRES, reachMetres } from '#adapters/addresses/place-points.ts';
import { OptionalText } from '#adapters/supplier-text.ts';

/** The report is about the nearest known address; beyond this, its status is not about the property. */
const SAME_ADDRESS_METRES = 200;

const Risk = z
  .object({ present: z.boolean().nullish(), libelleStatutCommune: OptionalText, libelleStatutAdresse: OptionalText })
  .nullish();
// Read by key, never by `libelle`, whose spelling varies. v1.9.4 had no `remonteeNappe`.
const Answer = z.object({
  adresse: z.object({ longitude: z.number().nullish(), latitude: z.number().nullish() }).nullish(),
  commune: z.object({ codeInsee: OptionalText }).nullish(),
  risquesNaturels: z.object({ remonteeNappe: Risk }),
  risquesTechnologiques: z.object({ canalisationsMatieresDangereuses: Risk }).nullish(),
});

/** The State's summary at the address (`resultats_rapport_risque`): groundwater and pipelines, which have no list. */
export async function findReport(http: HttpClient, place: Place) {
  const request = { path: '/resultats_rapport_risque', query: { latlon: lonLat(place) } };
  const answer = await askJson(http, { request, schema: Answer });
  const insee = answer.commune?.codeInsee ?? null;
  const metres = metresToAddress(place, answer.adresse);
  if (insee !== null && !isOfCommune(place, insee, metres)) throw elsewhere(http.service, `report of ${insee}`);
  const isHere = metres === null || metres <= SAME_ADDRESS_METRES;
  const isWhole = place.parcels.length < 2 || reachMetres(place) <= REACH_MARGIN_METRES + SAME_ADDRESS_METRES;
  return {
    groundwater: toStatus(answer.risquesNaturels.remonteeNappe, { isHere, isWhole }),
    pipelines: toStatus(answer.risquesTechnologiques?.canalisationsMatieresDangereuses, { isHere, isWhole }),
  };
}

/** Under another code of the département, which a merger may explain, only a report about this address is of the place. */
function isOfCommune(place: Place, insee: string, metres: number | null): boolean {
  if (place.inseeCodes.includes(insee)) return true;
  return isAround(place, insee) && metres !== null && metres <= SAME_ADDRESS_METRES;
}

/** Null when the report gives no position. */
function metresToAddress(place: Place, adresse: z.infer<typeof Answer>['adresse']): number | null {
  if (!adresse?.longitude || !adresse.latitude) return null;
  return metresBetween(place, [adresse.longitude, adresse.latitude]);
}

type Reach = { isHere: boolean; isWhole: boolean };

/**
 * `present` mixes the commune and the address: the two statuses decide when there are any. A « non » at one address is
 * none for parcels far from it.
 */
function toStatus(risk: z.infer<typeof Risk>, { isHere, isWhole }: Reach): HazardStatus | null {
  if (!risk) return null;
  const commune = risk.libelleStatutCommune;
  const said = isHere ? risk.libelleStatutAdresse : null;
  const address = isWhole || (said !== null && saysPresent(said)) ? said : null;
  const statuses = [commune, address].filter((status) => status !== null);
  const present = statuses.length > 0 ? statuses.some(saysPresent) : risk.present === true;
  return { present, commune, address };
}

/** « Risque Existant - faible », « Risque Concerne » against « Risque non Connu », « Risque Inconnu », « Risque non Concerne ». */
function saysPresent(status: string): boolean {
  return /existant|concern/i.test(status) && !/\bnon\b|inconnu/i.test(status);
}
