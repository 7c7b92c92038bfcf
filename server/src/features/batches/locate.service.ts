import type { Deps } from '#deps.ts';
import type { Point } from '#domain/geometry/interior-point.ts';
import { locateAll } from '#features/api-v3/api-v3.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import type { RowToDo } from './rows.queries.ts';

type Locator = {
  locate: (rows: readonly RowToDo[]) => Promise<void>;
  take: (position: number) => Point | undefined;
};

/** Locates addresses of rows together; what it leaves out is asked row by row, all of it once the service refused. */
export function createLocator(deps: Pick<Deps, 'geocoder' | 'log'>): Locator {
  const points = new Map<number, Point>();
  let isRefused = false;
  return {
    async locate(rows) {
      const asked = rows.flatMap(({ position, request: { address, parcels, point } }) =>
        address === undefined || parcels !== undefined || point !== undefined ? [] : [{ position, address }],
      );
      if (isRefused || asked.length < 2) return;
      try {
        const found = await locateAll(
          deps,
          asked.map(({ address }) => address),
        );
        for (const [index, { position }] of asked.entries()) {
          const point = found[index];
          if (point) points.set(position, point);
        }
      } catch (err) {
        if (!(err instanceof SupplierFailure)) throw err;
        isRefused = true;
        deps.log.warn({ err }, 'addresses of a batch not located together');
      }
    },
    take(position) {
      const point = points.get(position);
      points.delete(position);
      return point;
    },
  };
}
