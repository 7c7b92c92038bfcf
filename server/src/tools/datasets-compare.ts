import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { ActiveReleases } from '#adapters/datasets/active-releases.ts';
import { localFacts } from '#adapters/datasets/local-sources.ts';
import { DatasetRefusal } from '#adapters/datasets/refusal.ts';
import { differencesOf, type Compared } from '#domain/risks/agreement.ts';
import { counted, frenchDate } from '#domain/french.ts';
import { inseeCodesOf, type Place } from '#domain/geometry/place.ts';
import type { FactName } from '#domain/risks/facts.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { collectFacts, sourceLabel } from '#features/issuance/facts.service.ts';
import { placeAt } from './conformance-case.ts';
import { nearestParcel, type suppliersOf } from './suppliers-over.ts';

/** The live services, or a recording of their answers. */
export type Live = Pick<ReturnType<typeof suppliersOf>, 'georisques' | 'noisePlans' | 'urbanism' | 'cadastre'>;
type Sources = { releases: ActiveReleases; live: Live };

/**
 * Asks releases and live services about the same places; agreements and differences by heading, each difference in one
 * line.
 */
export async function compareSources(sources: Sources, places: readonly Place[]): Promise<string> {
  const compared: Compared[] = [];
  // One place after another: the live services have a pace.
  for (const place of places) compared.push(...(await compareAt(sources, place)));
  if (compared.length === 0)
    return `${counted(places.length, 'lieu', 'lieux')} : les éditions actives n’en couvrent aucun.`;
  const headings = [...Map.groupBy(compared, ({ name }) => name)];
  return [
    `${counted(places.length, 'lieu', 'lieux')} :`,
    ...headings.flatMap(([name, same]) => [countsOf(name, same), ...same.flatMap(differenceLine)]),
  ].join('\n');
}

/** An old edition is compared too: its line has its date. */
const AGELESS = (): Date => new Date(0);

async function compareAt({ releases, live }: Sources, asked: Place): Promise<Compared[]> {
  const parcel = await nearestParcel(live, asked).catch(() => null);
  const isThere = parcel !== null && inseeCodesOf(parcel.commune).some((code) => asked.inseeCodes.includes(code));
  const place = isThere ? { ...asked, parcels: [parcel] } : asked;
  const local = localFacts({ releases, clock: AGELESS }, place);
  const facts = await collectFacts(live, place, () => undefined);
  return (Object.keys(local) as FactName[]).flatMap((name) => {
    const ours = local[name];
    return ours === undefined ? [] : [{ name, local: ours, live: facts[name], place }];
  });
}

function countsOf(name: FactName, same: Compared[]): string {
  const results = same.map(differencesOf);
  const answered = results.filter((one) => one !== null);
  const differ = answered.filter(({ release, live }) => release.length + live.length > 0).length;
  return `${sourceLabel(name)} : ${[
    counted(answered.length - differ, 'accord'),
    counted(differ, 'différence'),
    `${same.length - answered.length} sans réponse du service`,
  ].join(', ')}`;
}

/** « 75113 (2.376, 48.83) : l’édition dit …, le service dit … (éditions) » */
function differenceLine(compared: Compared): string[] {
  const differences = differencesOf(compared);
  if (differences === null || differences.release.length + differences.live.length === 0) return [];
  const { place, local, live } = compared;
  const where = `${place.inseeCodes[0] ?? '?'} (${place.longitude}, ${place.latitude})`;
  const says = (texts: string[]): string => (texts.length === 0 ? 'rien de plus' : texts.join(' + '));
  const when = frenchDate(parisDate(live.provenance.obtainedAt));
  return [
    `  ${where} : l’édition dit ${says(differences.release)} ; le service dit ${says(differences.live)} [${local.provenance.label} ; ${live.provenance.label}, le ${when}]`,
  ];
}

const Row = z.object({
  commune: z.string().regex(/^\d[\dAB]\d{3}$/),
  longitude: z.coerce.number().min(-180).max(180),
  latitude: z.coerce.number().min(-90).max(90),
});

/** Places of a CSV with the columns commune (code Insee), longitude and latitude. @throws DatasetRefusal */
export async function readPlaces(file: string): Promise<Place[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new DatasetRefusal(`${file} : fichier illisible.`);
  });
  const rows: unknown[] = parse(text, { columns: true, delimiter: [',', ';'], bom: true, trim: true });
  return rows.map((row, index) => {
    const { data } = Row.safeParse(row);
    if (data === undefined)
      throw new DatasetRefusal(
        `${file}, ligne ${index + 2} : il faut les colonnes commune (code Insee), longitude et latitude.`,
      );
    return placeAt(data.longitude, data.latitude, inseeCodesOf(data.commune));
  });
}
