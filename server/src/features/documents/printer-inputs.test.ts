import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildStatementDocument } from '#domain/statement-document/statement-document.ts';
import { statementInput } from '#test/statement-input.ts';
import { packInputs, unpackInputs, type PrinterInputs } from './printer-inputs.rules.ts';

const inputs: PrinterInputs = {
  template: 'statement',
  data: buildStatementDocument(statementInput()),
  files: {
    'plan.jpg': Buffer.from([0xff, 0xd8, 10, 0xff]),
    'lib/form.typ': Buffer.from('é\n\n#let'),
    empty: Buffer.alloc(0),
  },
};
const plain = (value: PrinterInputs) => ({
  data: JSON.parse(JSON.stringify(value.data)) as unknown,
  files: Object.fromEntries(
    Object.entries(value.files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]),
  ),
});

it('what was packed is unpacked, texts and pictures; the same inputs make the same bytes', async () => {
  const packed = await packInputs(inputs);
  expect(plain(unpackInputs(packed))).toEqual(plain(inputs));
  expect((await packInputs(inputs)).equals(packed)).toBe(true);
});

it('what was packed until November 2026 is still read', () => {
  const files = Object.fromEntries(
    Object.entries(inputs.files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );
  const former = gzipSync(JSON.stringify({ version: 1, template: 'statement', data: inputs.data, files }));
  expect(plain(unpackInputs(former))).toEqual(plain(inputs));
});

it('truncated bytes are refused', async () => {
  const whole = gunzipSync(await packInputs(inputs));
  expect(() => unpackInputs(gzipSync(whole.subarray(0, -1)))).toThrow(/stored inputs/);
});
