import type { Place } from '#domain/geometry/place.ts';
import type { Facts } from '#domain/risks/facts.ts';
import type { RadonRow } from '../importers/radon.ts';
import { gradeByCommune } from './by-commune.ts';
import { localFact, type LocalDeps, type LocalFact } from './local-fact.ts';

type Radon = Extract<Facts['radon'], { state: 'obtained' }>['value'];

/** A merged commune whose former ones differ takes the highest potential, « à vérifier ». */
export function radonFact(deps: LocalDeps, place: Place): LocalFact<Radon> {
  const fact = gradeByCommune(place, (part) =>
    localFact<RadonRow, { value: 1 | 2 | 3; isMixed?: true }>(deps, {
      dataset: 'radon',
      place: part,
      read({ rows, isMixed }) {
        const value = ([3, 2, 1] as const).find((one) => rows.some((row) => row.potential === one));
        return value === undefined ? null : { value, ...(isMixed && { isMixed }) };
      },
    }),
  );
  if (fact === null) return null;
  const { value: potential, ...others } = fact.value;
  return { ...fact, value: { potential, ...others } };
}
