/** Written by `scripts/specimen.ts`. */
export const SPECIMEN = {"seconds":1.8,"measuredOn":"2026-11-22","width":1309,"height":1850};
