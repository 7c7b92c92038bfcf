import { z } from 'zod';
import { inseeCodesOf, type Place } from '#domain/geometry/place.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Ppr, PprRule, PprStatus } from '#domain/risks/facts.ts';
import type { HttpClient, Query } from '#platform/suppliers/http-client.ts';
import { incomplete } from '#platform/suppliers/supplier-failure.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { elsewhere, isAround } from './http.ts';
import { rowsOf } from './rows.ts';
import { spreadPoints } from '#adapters/addresses/place-points.ts';
import { OptionalDate, OptionalText } from '#adapters/supplier-text.ts';

/** More plans than any place has: the supplier ignored the place and returned the whole database. */
const MAX_PLANS = 100;

const Communes = z
  .array(
    z.object({
      codeInsee: OptionalText,
      aleas: z
        .array(
          z.object({
            libelle: OptionalText,
            dateApprobation: OptionalDate,
            datePrescription: OptionalDate,
            // A guess: no recorded answer has a plan applied by anticipation.
            dateApplicationAnticipee: OptionalDate,
          }),
        )
        .nullish(),
    }),
  )
  .nullish();
const Detail = z.object({ communes: Communes });
/** `78DDT20100014`; any other form identifies no plan. */
export const GasparId = OptionalText.transform((id) => (id !== null && /^\d[\dAB]\w+$/.test(id) ? id : null));
const Row = z.object({
  idGaspar: GasparId,
  libPpr: OptionalText,
  modeleProcedure: OptionalText,
  etatRevision: z.boolean().nullish(),
  zonageReglementaire: z
    .object({
      zoneRegExists: z.boolean().nullish(),
      listTypeReg: z
        .array(z.object({ code: OptionalText, libelle: OptionalText, nom: OptionalText, codeZone: OptionalText }))
        .nullish(),
    })
    .nullish(),
  communes: Communes,
});
type Row = z.infer<typeof Row>;
/**
 * Without a readable zoning or dates, a plan is held to concern the property; without its revision, nothing would say it.
 * `{totalElements, totalPages, pageNumber, pageSize, content}`; excerpts and old answers lack the figures.
 */
const List = z.object({ content: rowsOf(Row, ['etatRevision']), totalElements: z.number().nullish() });

type Search = {
  http: HttpClient;
  family: PprFamily;
  place: Place;
  queries: Query[];
  /** The queries cover the whole property: a plan that none of them finds does not concern it. */
  whole: boolean;
};

/**
 * v2 by parcel: the zones are those that meet the parcel. In Paris, Lyon and Marseille no document says which code
 * `62160-000-XM-0307` needs: both are queried.
 */
export function findPprByParcel(http: HttpClient, family: PprFamily, place: Place): Promise<Ppr[]> {
  const codes = place.parcels.flatMap(({ commune, prefix, section, number }) =>
    inseeCodesOf(commune).map((insee) => `${insee}-${prefix}-${section}-${number}`),
  );
  const paging = { pageNumber: 0, pageSize: MAX_PLANS };
  if (codes.length === 0) return find({ http, family, place, ...byPoints(place, paging) });
  return find({ http, family, place, queries: [{ codesParcelle: codes, ...paging }], whole: true });
}

/** v1, or v2 without a parcel, by point: `zoneRegExists` is about the point (about the whole commune if a code were sent). */
export function findPprByPoint(http: HttpClient, family: PprFamily, place: Place): Promise<Ppr[]> {
  return find({ http, family, place, ...byPoints(place, { page_size: MAX_PLANS }) });
}

function byPoints(place: Place, paging: Query): Pick<Search, 'queries' | 'whole'> {
  const { points, reachAll } = spreadPoints(place);
  const queries = points.map(({ longitude, latitude }) => ({
    longitude: longitude.toFixed(6),
    latitude: latitude.toFixed(6),
    ...paging,
  }));
  return { queries, whole: reachAll };
}

async function find(search: Search): Promise<Ppr[]> {
  const lists = await Promise.all(search.queries.map((query) => list(search, query)));
  const plans = Map.groupBy(lists.flat(), (row) => row.idGaspar ?? `${row.modeleProcedure} ${row.libPpr}`);
  return Promise.all(
    [...plans.values()].flatMap(([first, ...rest]) => (first ? [toPpr(search, [first, ...rest])] : [])),
  );
}

async function list({ http, family }: Search, query: Query): Promise<Row[]> {
  const request = { path: `/gaspar/${family}`, query };
  const { content, totalElements } = await askJson(http, { request, schema: List, when404: { content: [] } });
  const count = totalElements ?? content.length;
  if (count > MAX_PLANS) throw elsewhere(http.service, `${count} plans`);
  if (count > content.length) throw incomplete(http.service, `${content.length} plans of ${count}`);
  return content;
}

/** One plan from its rows, one row per queried point, all with the same names. */
async function toPpr(search: Search, rows: [Row, ...Row[]]): Promise<Ppr> {
  const { idGaspar: gasparId, libPpr, modeleProcedure, communes } = rows[0];
  const aleas = await findAleas(search, gasparId, communes);
  const procedure = modeleProcedure ?? search.family.toUpperCase();
  return {
    family: search.family,
    gasparId,
    name: libPpr ?? procedure,
    procedure,
    ...statusOf(aleas),
    underRevision: rows.some((row) => row.etatRevision === true),
    ...zoningOf(rows, search.whole),
    partial: !search.whole,
    hazards: [...new Set(aleas.flatMap(({ libelle }) => libelle ?? []))],
  };
}

function zoningOf(rows: Row[], whole: boolean): Pick<Ppr, 'zoned' | 'zones'> {
  const zonings = rows.map((row) => row.zonageReglementaire);
  const found = zonings.some((zoning) => zoning?.zoneRegExists === true);
  const nowhere = whole && zonings.every((zoning) => zoning?.zoneRegExists === false);
  const zones = zonings.flatMap((zoning) => zoning?.listTypeReg ?? []).map(toZone);
  return {
    zoned: found || (nowhere ? false : null),
    zones: [...new Map(zones.map((zone) => [JSON.stringify(zone), zone])).values()],
  };
}

type Alea = {
  libelle: string | null;
  dateApprobation: string | null;
  datePrescription: string | null;
  dateApplicationAnticipee: string | null;
};

/** The list has no date of a plan: its own page does, commune by commune. */
async function findAleas(search: Search, id: string | null, inList: z.infer<typeof Communes>): Promise<Alea[]> {
  const communes = inList?.length || id === null ? inList : await detail(search, id);
  if (!communes?.length) return [];
  const around = communes.filter(({ codeInsee }) => codeInsee === null || isAround(search.place, codeInsee));
  if (around.length === 0) throw elsewhere(search.http.service, `plan ${id}`);
  const own = around.filter(({ codeInsee }) => codeInsee !== null && search.place.inseeCodes.includes(codeInsee));
  return (own.length > 0 ? own : around).flatMap(({ aleas }) => aleas ?? []);
}

async function detail({ http, family }: Search, id: string): Promise<z.infer<typeof Communes>> {
  const request = { path: `/gaspar/${family}/${encodeURIComponent(id)}` };
  return (await askJson(http, { request, schema: Detail, when404: { communes: [] } })).communes;
}

/** A plan with one approved hazard is in force; a revision or another hazard still prescribed is kept separately. */
function statusOf(aleas: Alea[]): Pick<Ppr, 'status' | 'statusDate' | 'prescribedDate'> {
  const latest = (pick: (alea: Alea) => string | null): string | undefined =>
    aleas
      .flatMap((alea) => pick(alea) ?? [])
      .toSorted()
      .at(-1);
  const pending = ({ datePrescription, dateApprobation, dateApplicationAnticipee }: Alea): string | null => {
    const settled = [dateApprobation, dateApplicationAnticipee].flatMap((date) => date ?? []);
    return datePrescription !== null && settled.every((date) => date < datePrescription) ? datePrescription : null;
  };
  const dates: [PprStatus, string | undefined][] = [
    ['approved', latest((alea) => alea.dateApprobation)],
    ['anticipated', latest((alea) => alea.dateApplicationAnticipee)],
    ['prescribed', latest((alea) => alea.datePrescription)],
  ];
  const [status, statusDate] = dates.find(([, date]) => date !== undefined) ?? ['unknown', undefined];
  return { status, statusDate: statusDate ?? null, prescribedDate: latest(pending) ?? null };
}

const RULES: Record<string, PprRule> = {
  '01': 'prescriptions-outside-hazard',
  '02': 'prescriptions',
  '03': 'interdiction',
  '04': 'interdiction-stricte',
  '05': 'delaissement',
  '06': 'expropriation',
};

type RowZone = { code: string | null; libelle: string | null; nom: string | null; codeZone: string | null };

function toZone({ code, libelle, nom, codeZone }: RowZone): Ppr['zones'][number] {
  return { code: codeZone ?? nom ?? '', name: nom, rule: RULES[code ?? ''] ?? 'unidentified', ruleLabel: libelle };
}
