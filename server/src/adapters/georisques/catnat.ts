import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import type { Catnat } from '#domain/risks/facts.ts';
import type { HttpClient } from '#platform/suppliers/http-client.ts';
import { askPages, elsewhere } from './http.ts';
import { OptionalDate, OptionalText } from '#adapters/supplier-text.ts';

const Row = z
  .object({
    code_national_catnat: OptionalText,
    libelle_risque_jo: OptionalText,
    date_debut_evt: OptionalDate,
    date_fin_evt: OptionalDate,
    date_publication_arrete: OptionalDate,
    date_publication_jo: OptionalDate,
    code_insee: OptionalText,
    libelle_commune: OptionalText,
  })
  .transform((row) => ({
    insee: row.code_insee,
    catnat: {
      code: row.code_national_catnat ?? '',
      hazard: row.libelle_risque_jo ?? '',
      start: row.date_debut_evt,
      end: row.date_fin_evt,
      decree: row.date_publication_arrete,
      journalOfficiel: row.date_publication_jo,
      commune: row.libelle_commune ?? row.code_insee ?? '',
    } satisfies Catnat,
  }));

/** They tell one arrêté from another: without them, two would count as one. */
const NEEDS = ['code_national_catnat', 'libelle_risque_jo', 'date_debut_evt', 'code_insee'];

/** Every arrêté de catastrophe naturelle of the commune, latest event first. Only v1 has them. */
export async function findCatnat(http: HttpClient, place: Place): Promise<Catnat[]> {
  const query = { code_insee: place.inseeCodes.join(',') };
  const rows = await askPages(http, { path: '/gaspar/catnat', query, row: Row, needs: NEEDS });
  const own = rows.filter(({ insee }) => insee === null || place.inseeCodes.includes(insee));
  if (rows.length > 0 && own.length === 0) throw elsewhere(http.service, `catnat ${rows[0]?.insee}`);
  // One code covers several hazards and periods of a commune; the same row also occurs twice.
  const unique = new Map(own.map(({ insee, catnat }) => [keyOf(insee, catnat), catnat]));
  return [...unique.values()].toSorted((one, other) => (other.start ?? '').localeCompare(one.start ?? ''));
}

function keyOf(insee: string | null, { code, hazard, start }: Catnat): string {
  return [code, insee, hazard, start].join('|');
}
