import { parseArgs } from 'node:util';
import { readConfig } from '#config/config.ts';
import { PROBES } from './check-live-probes.ts';
import { checkLive } from './check-live-run.ts';
import { orSay } from './console-config.ts';
import { writeOutcome } from './nightly-check.ts';

/**
 * `npm run check:live -- [--state FILE] [--accept] [--metrics FILE.prom]`, every night: see `checkLive`. Uses `GEORISQUES_TOKEN` when there is one.
 * Exit code 1 when something is not read or moved, 2 without a network.
 */
const { values } = parseArgs({
  options: {
    state: { type: 'string', default: '.data/check-live.json' },
    accept: { type: 'boolean', default: false },
    metrics: { type: 'string' },
  },
});
const { GEORISQUES_TOKEN, GEORISQUES_TOKEN_FILE } = process.env;
const { suppliers, georisquesToken } = orSay(() =>
  readConfig(
    {
      DATABASE_URL: 'postgres://localhost/unused',
      FILES_DIR: 'unused',
      GEORISQUES_TOKEN,
      GEORISQUES_TOKEN_FILE,
      CLAIRISQUE_SOURCES: 'live',
    },
    'console',
  ),
);
const code = await checkLive({
  suppliers,
  token: georisquesToken,
  probes: PROBES,
  stateFile: values.state,
  accept: values.accept,
  say: (line) => console.log(line),
});
if (values.metrics !== undefined) writeOutcome(values.metrics, 'live', code);
process.exitCode = code;
