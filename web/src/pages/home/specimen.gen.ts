/** Written by `scripts/specimen.ts`. */
export const SPECIMEN = { seconds: '0,4', measuredOn: '24/11/2026', width: 1309, height: 1850 };
