import { z } from 'zod';
import type { KeyMode } from './route.ts';

const NUMBER = String.raw`\d{1,15}`;
/** A UUID without its dashes. */
const DIGITS = '[0-9a-f]{32}';

/** Objects of API v3, and how the id of each ends. */
export const ID_KINDS = {
  stm: NUMBER,
  bat: NUMBER,
  hnd: DIGITS,
  asr: DIGITS,
  inv: DIGITS,
  evt: DIGITS,
  whe: DIGITS,
  chk: NUMBER,
  whd: NUMBER,
  key: NUMBER,
} as const;
export type IdKind = keyof typeof ID_KINDS;

const idSchema = (kind: IdKind, example: string) =>
  z
    .string()
    .regex(new RegExp(`^${kind}_(?:test_)?${ID_KINDS[kind]}$`))
    .meta({ examples: [`${kind}_${example}`] });

export const StatementKey = idSchema('stm', '123');
export const BatchKey = idSchema('bat', '12');
export const HandoverKey = idSchema('hnd', '3f0c8a529c1b4e578f642f1f0a6f7d11');
export const RequestKey = idSchema('asr', '3f0c8a529c1b4e578f642f1f0a6f7d11');
export const InvoiceKey = idSchema('inv', '3f0c8a529c1b4e578f642f1f0a6f7d11');
export const EventKey = idSchema('evt', '3f0c8a529c1b4e578f642f1f0a6f7d11');
export const EndpointKey = idSchema('whe', '7d1f3f0c8a524c1b8e578f642f1f0a6f');
export const CheckKey = idSchema('chk', '123');
export const DeliveryKey = idSchema('whd', '123');
export const ApiKeyId = idSchema('key', '12');

/** An id says its mode: a test never passes for a real one. `value`: a number, or a UUID. */
const idIn =
  (kind: IdKind) =>
  (value: number | string, mode: KeyMode): string =>
    `${kind}_${mode === 'test' ? 'test_' : ''}${String(value).replaceAll('-', '')}`;
export const statementKey = idIn('stm');
export const batchKey = idIn('bat');
export const handoverKey = idIn('hnd');
export const requestKey = idIn('asr');
export const invoiceKey = idIn('inv');
export const eventKey = idIn('evt');
export const endpointKey = idIn('whe');
export const checkKey = idIn('chk');
export const deliveryKey = idIn('whd');
export const apiKeyId = idIn('key');

export const modeOf = (id: string): KeyMode => (/^[a-z]+_test_/.test(id) ? 'test' : 'live');
const endOf = (id: string): string => id.replace(/^[a-z]+_(?:test_)?/, '');
/** The number in `stm_123`. */
export const rowOf = (id: string): number => Number(endOf(id));
/** The UUID in `whe_3f0c…`. */
export const uuidOf = (id: string): string => endOf(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
