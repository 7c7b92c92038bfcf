/** Whether the whole of everything runs (`npm run nightly`); the gate makes fewer attempts of what it repeats (0103). */
export const isNightly = process.env['PROPERTY_RUNS'] === 'all';
