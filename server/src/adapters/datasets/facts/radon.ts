import type { Facts, Place } from '#domain/risks/facts.ts';
import type { RadonRow } from '../importers/radon.ts';
import { localFact, type LocalDeps, type LocalFact } from './local-fact.ts';

type Radon = Extract<Facts['radon'], { state: 'obtained' }>['value'];

/** A merged commune whose former ones differ takes the highest potential, « à vérifier ». */
export function radonFact(deps: LocalDeps, place: Place): LocalFact<Radon> {
  return localFact<RadonRow, Radon>(deps, {
    dataset: 'radon',
    place,
    read({ rows, isMixed }) {
      const potential = ([3, 2, 1] as const).find((one) => rows.some((row) => row.potential === one));
      return potential === undefined ? null : { potential, ...(isMixed && { isMixed }) };
    },
  });
}
