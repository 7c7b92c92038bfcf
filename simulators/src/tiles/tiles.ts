import type { Simulator } from '#simulation.ts';
export const tiles: Simulator = async () => {};
