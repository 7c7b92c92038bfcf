/** Written by `scripts/specimen.ts`. */
export const SPECIMEN = { seconds: '1,8', measuredOn: '22/11/2026', width: 1309, height: 1850 };
