import type { Bench } from './bench.ts';

/** `metricsUrl`: address of its metrics. */
export type Server = Pick<Bench, 'product' | 'pool'> & { metricsUrl: string };
/** Facts from the live adapters, and from releases. */
export type Side = 'live' | 'local';
export const SIDES: readonly Side[] = ['live', 'local'];
export type Servers = Record<Side, Server>;
