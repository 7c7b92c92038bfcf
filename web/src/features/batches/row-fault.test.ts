import type { RowInput } from '@clairisque/contract/batches.v3.ts';
import { expect, it } from 'vitest';
import { faultOf } from './row-fault.ts';

const input: RowInput = {
  address: '',
  parcels: 'AB 1',
  commune: '',
  transaction: 'sale',
  owner: '',
  recipient: '',
  reference: '',
  owner_email: '',
  preliminary_contract: '',
  deed: '',
  lease: '',
};
const detail = 'Une phrase.';
const problem = (code: string, pointer?: string) => ({
  code,
  detail,
  candidates: [],
  ...(pointer !== undefined && { errors: [{ pointer, title: 'A fault.', detail }] }),
});

it.each([
  ['a pointer of an edit', problem('invalid_input', '/transaction'), 'transaction'],
  ['a pointer of a request', problem('invalid_input', '/parties/owner'), 'owner'],
  ['a pointer into a list', problem('invalid_input', '/parcels/0'), 'parcels'],
  ['a day that is none', problem('invalid_input', '/deed'), 'deed'],
  ['an address that is not certain', problem('address_ambiguous'), 'address'],
  ['a parcel that the cadastre lacks', problem('parcel_not_found'), 'parcels'],
])('%s → its field is at fault', (_name, one, field) => {
  expect(faultOf({ problem: one, input })).toEqual({ field, detail });
});

it.each([
  ['nothing is wrong', null],
  ['a source is silent', problem('source_unavailable')],
  ['a point that is not in the form', problem('invalid_input', '/point')],
])('%s → no field is at fault', (_name, one) => {
  expect(faultOf({ problem: one, input })).toBeNull();
});
