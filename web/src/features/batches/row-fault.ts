import type { BatchRow, RowInput } from '@clairisque/contract/batches.v3.ts';
import { fieldFaults } from '#lib/refusal-sentence.ts';

export type RowFault = { field: keyof RowInput; detail: string };

/** The field that keeps a row from being issued; null when none does, or none that a user may write. */
export function faultOf({ problem, input }: Pick<BatchRow, 'problem' | 'input'>): RowFault | null {
  if (problem === null) return null;
  const [first] = faultsAmong(input, problem.errors ?? []);
  if (first !== undefined) return first;
  const { code, detail } = problem;
  if (code.startsWith('address_')) return { field: 'address', detail };
  if (code.startsWith('parcel_')) return { field: input.parcels === '' ? 'address' : 'parcels', detail };
  return null;
}

/** The field that the server refused to save. */
export function faultIn(error: unknown, input: RowInput): RowFault | null {
  return faultsAmong(input, fieldFaults(error))[0] ?? null;
}

type Fault = { pointer?: string | undefined; detail: string };

/** A pointer ends with the name of a field: `/parties/owner` is `owner`. */
const faultsAmong = (input: RowInput, faults: readonly Fault[]): RowFault[] =>
  faults.flatMap(({ pointer = '', detail }) => {
    const names = pointer.split('/');
    const field = (Object.keys(input) as (keyof RowInput)[]).find((name) => names.includes(name));
    return field === undefined ? [] : [{ field, detail }];
  });
