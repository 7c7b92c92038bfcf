import { z } from 'zod';
import { communesOf, inseeCodesOf, type Place } from '#domain/geometry/place.ts';
import type { BrushClearing, CommuneGrade } from '#domain/risks/facts.ts';
import type { HttpClient, Query } from '#platform/suppliers/http-client.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { askPages, departementOf, elsewhere, isAround } from './http.ts';
import { lonLat, spreadPoints } from '#adapters/addresses/place-points.ts';
import { OptionalDate, OptionalText } from '#adapters/supplier-text.ts';

/** The first whole number of a text, as « 3 - MODÉRÉE »: « 10 », « -1 » and « 2.5 » hold no other. */
const Grade = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => Number(/^[^\d-]*(\d+)(?![.,]?\w)/.exec(String(value ?? ''))?.[1] ?? Number.NaN));

const SeismicRow = z
  .object({ code_insee: OptionalText, code_zone: Grade, zone_sismicite: Grade })
  // « 3 - MODÉRÉE » occurs without its code.
  .transform(({ code_insee, code_zone, zone_sismicite }) => ({ code_insee, value: code_zone || zone_sismicite }));

/** Seismic zone, 1 to 5, by commune (D563-8-1 code de l'environnement). */
export async function findSeismicZone(http: HttpClient, place: Place) {
  const query = { code_insee: place.inseeCodes.join(',') };
  const rows = await askPages(http, { path: '/zonage_sismique', query, row: SeismicRow });
  const { value: zone, ...communes } = gradesOf(http, place, { rows, scale: [1, 2, 3, 4, 5] as const });
  return { zone, ...communes };
}

const RadonRow = z
  .object({ code_insee: OptionalText, classe_potentiel: Grade })
  .transform(({ code_insee, classe_potentiel }) => ({ code_insee, value: classe_potentiel }));

/**
 * Radon potential, 1 to 3. By arrondissement in Paris, Lyon and Marseille, unlike the other headings: queries both
 * codes.
 */
export async function findRadon(http: HttpClient, place: Place) {
  const query = { code_insee: place.inseeCodes.join(',') };
  const rows = await askPages(http, { path: '/radon', query, row: RadonRow });
  const { value: potential, ...communes } = gradesOf(http, place, { rows, scale: [1, 2, 3] as const });
  return { potential, ...communes };
}

type Grades<V> = { rows: { code_insee: string | null; value: number }[]; scale: readonly V[] };

/** The highest grade of the property's communes, and each one's when there are several. */
function gradesOf<V extends number>(
  http: HttpClient,
  place: Place,
  grades: Grades<V>,
): { value: V; communes?: CommuneGrade<V>[] } {
  const communes = communesOf(place);
  if (communes.length < 2) return { value: mostSevere(http, place.inseeCodes, grades) };
  const own = communes.map(({ code, name }) => ({ code, name, value: mostSevere(http, inseeCodesOf(code), grades) }));
  const value = grades.scale.findLast((one) => own.some((commune) => commune.value === one));
  return value === undefined ? { value: mostSevere(http, place.inseeCodes, grades) } : { value, communes: own };
}

/** Every commune has a grade: a missing row is a gap of the supplier, not a low grade; an unreadable one may be the highest. */
function mostSevere<V extends number>({ service }: HttpClient, codes: string[], { rows, scale }: Grades<V>): V {
  const own = rows.filter((row) => row.code_insee === null || codes.includes(row.code_insee));
  if (rows.length > 0 && own.length === 0) throw elsewhere(service, `${rows[0]?.code_insee}`);
  if (rows.length === 0) throw new SupplierFailure({ service, reason: 'not-held', detail: 'no grade for the commune' });
  return highest(
    service,
    own.map(({ value }) => value),
    scale,
  );
}

/** Unless it is the last of its scale, an answer beside it that cannot be read may be higher. @throws SupplierFailure */
function highest<V extends number>(service: string, values: readonly number[], scale: readonly V[]): V {
  const found = scale.findLast((one) => values.includes(one));
  const isWhole = values.every((value) => scale.some((one) => one === value));
  if (found !== undefined && (isWhole || found === scale.at(-1))) return found;
  const detail = `no grade, or one that cannot be read: ${values.join(', ')}`;
  throw new SupplierFailure({ service, reason: 'malformed', detail });
}

const ClayAnswer = z.object({ codeExposition: Grade });

/** Exposure to shrinking and swelling clay, 0 to 3: the highest of the property's points. */
export async function findClay(http: HttpClient, place: Place) {
  // Outside every zone (and in the whole of Paris): an empty body under a 200, or a 404.
  const outside = { codeExposition: 0 };
  const question = { schema: ClayAnswer, whenBlank: outside, when404: outside };
  const answers = await Promise.all(
    spreadPoints(place).points.map((point) =>
      askJson(http, { ...question, request: { path: '/rga', query: { latlon: lonLat(point) } } }),
    ),
  );
  const exposures = answers.map(({ codeExposition }) => codeExposition);
  return { exposure: highest(http.service, exposures, [0, 1, 2, 3] as const) };
}

// A bare array, with a key in French.
const BrushClearingAnswer = z.array(
  z
    .object({
      commune: z.object({ code: OptionalText }).nullish(),
      risque: z.object({ url: OptionalText, 'Date approbation': OptionalDate }).nullish(),
    })
    .transform(({ commune, risque }) => ({
      code: commune?.code ?? null,
      sheetUrl: risque?.url ?? null,
      decreeDate: risque?.['Date approbation'] ?? null,
    })),
);

/**
 * The obligation légale de débroussaillement at the property, or null outside every zone. When the points do not cover
 * the whole property and none is in a zone, takes the commune's own answer, as `communeOnly`.
 */
export async function findBrushClearing(http: HttpClient, place: Place): Promise<BrushClearing | null> {
  const { points, reachAll } = spreadPoints(place);
  const here = await Promise.all(points.map((point) => askBrushClearing(http, place, { latlon: lonLat(point) })));
  const found = here.find((one) => one !== null) ?? null;
  if (found !== null || reachAll) return found;
  for (const insee of place.inseeCodes) {
    const somewhere = await askBrushClearing(http, place, { code_insee: insee });
    if (somewhere !== null) return { ...somewhere, communeOnly: true };
  }
  return null;
}

async function askBrushClearing(http: HttpClient, place: Place, query: Query): Promise<BrushClearing | null> {
  const [first] = await askJson(http, { request: { path: '/old', query }, schema: BrushClearingAnswer, when404: [] });
  if (first === undefined) return null;
  const { code, sheetUrl, decreeDate } = first;
  if (code !== null && !isAround(place, code)) throw elsewhere(http.service, `old ${code}`);
  return { departement: code === null ? null : departementOf(code), communeOnly: false, sheetUrl, decreeDate };
}
