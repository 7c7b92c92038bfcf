import { COMMUNES, communeByInsee, type Commune } from '../../../simulators/src/territory/communes.ts';
import { shifted, type Point } from '../../../simulators/src/territory/geometry.ts';
import { TOWNS } from '../../../simulators/src/territory/towns.ts';

/** What the releases made for tests are about. */
export type Territory = {
  /** Towns with all that the simulators say there. */
  towns: readonly Commune[];
  /** The towns, the communes of their arrondissements, and one commune of each département. */
  communes: readonly Commune[];
  /** One commune of each département, with one site 3 km from its centre: a national file has rows everywhere. */
  everywhere: readonly Commune[];
};

/** The towns of the simulators' territory, or those of these INSEE codes. */
export function territoryOf(codes: readonly string[] = TOWNS.map(({ insee }) => insee)): Territory {
  const towns = codes.map((code) => {
    const town = communeByInsee(code);
    if (town === null) throw new Error(`no commune ${code}`);
    return town;
  });
  const everywhere = [...Map.groupBy(COMMUNES, ({ departement }) => departement).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  );
  const whole = towns.flatMap(({ mother }) => (mother === undefined ? [] : (communeByInsee(mother.insee) ?? [])));
  const communes = new Map([...towns, ...whole, ...everywhere].map((commune) => [commune.insee, commune]));
  return { towns, communes: [...communes.values()], everywhere };
}

export const centreOf = ({ longitude, latitude }: Commune): Point => [longitude, latitude];

/** Away from the places where statements are issued. */
export const asideOf = (commune: Commune): Point => shifted(centreOf(commune), 3_000, 0);

const CELL_METRES = 300;
const CELLS = 8;

/** Squares side by side around the town's centre: 1.2 km each way. */
export function cellsAround(town: Commune): { centre: Point; ring: Point[] }[] {
  const from = (index: number): number => (index - CELLS / 2) * CELL_METRES;
  return Array.from({ length: CELLS * CELLS }, (_, index) => {
    const [east, north] = [from(index % CELLS), from(Math.floor(index / CELLS))];
    return squareAt(shifted(centreOf(town), east + CELL_METRES / 2, north + CELL_METRES / 2));
  });
}

/** A square of 300 m, clockwise as the outer rings of a layer. */
export function squareAt(centre: Point): { centre: Point; ring: Point[] } {
  const half = CELL_METRES / 2;
  const corners = [[-half, -half], [-half, half], [half, half], [half, -half], [-half, -half]] as const; // prettier-ignore
  return { centre, ring: corners.map(([east, north]) => shifted(centre, east, north)) };
}
