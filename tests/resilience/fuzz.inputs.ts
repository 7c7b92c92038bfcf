import type { Random } from '../harness/seeded-random.ts';
import { fuzzedAddress, fuzzedField } from './fuzz.fields.ts';
import { oddPlace, typedAddress } from './fuzz.property.ts';
import { rawInput } from './fuzz.raw.ts';
import {
  anyOfContract,
  brokenBody,
  foreignObject,
  fuzzedFile,
  fuzzedHeaders,
  hugeBody,
  unknownAddress,
} from './fuzz.shapes.ts';
import type { Input, Made, World } from './fuzz.environment.ts';

type Maker = (random: Random, world: World) => Made;

/** Share of each kind, per thousand. */
const KINDS: Record<string, { share: number; make: Maker }> = {
  'a field': { share: 290, make: fuzzedField },
  'an address': { share: 170, make: fuzzedAddress },
  'any call': { share: 120, make: anyOfContract },
  'another’s object': { share: 90, make: foreignObject },
  headers: { share: 90, make: fuzzedHeaders },
  'a broken body': { share: 70, make: brokenBody },
  'an unknown address': { share: 60, make: unknownAddress },
  'raw bytes': { share: 40, make: rawInput },
  'a typed address': { share: 20, make: typedAddress },
  'an odd place': { share: 20, make: oddPlace },
  'a file': { share: 15, make: fuzzedFile },
  'a huge body': { share: 5, make: hugeBody },
};

export const KIND_NAMES = Object.keys(KINDS);
const DRAW = Object.entries(KINDS).flatMap(([name, { share }]) => Array.from({ length: share }, () => name));

/** The input of that rank: deterministic for the same seed. */
export function fuzzInput(random: Random, world: World): Input {
  const kind = random.of(DRAW) ?? '';
  const made = KINDS[kind]?.make(random, world);
  if (made === undefined) throw new Error(`no kind ${kind}`);
  return { kind, ...made };
}
