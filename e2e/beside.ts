import { chooseEnvironment } from '../tests/harness/environment.ts';
import { startProgram } from '../tests/harness/program.ts';
import { buildWeb } from '../scripts/web-build.ts';
import { browserUrl } from './global-setup.ts';

export type Place = { url: string; databaseUrl: string; simulatorsUrl: string };

/** The product of all journeys. */
export const shared = (): Place => ({
  url: process.env['E2E_URL'] ?? '',
  databaseUrl: process.env['E2E_DATABASE_URL'] ?? '',
  simulatorsUrl: process.env['E2E_SIMULATORS_URL'] ?? '',
});

/** Another API on the database and the simulators of the product, with its own memory and these files. */
export async function startBeside(
  filesDir: string,
  given: NodeJS.ProcessEnv = {},
): Promise<Place & { stop: () => Promise<void> }> {
  const { databaseUrl, simulatorsUrl } = shared();
  const { url, env } = await chooseEnvironment({
    DATABASE_URL: databaseUrl,
    SIMULATORS_URL: simulatorsUrl,
    FILES_DIR: filesDir,
    WEB_DIR: await buildWeb(),
    ...given,
  });
  const { stop } = await startProgram({ command: ['server/src/main.ts', 'api'], env });
  return { url: browserUrl(url), databaseUrl, simulatorsUrl, stop };
}
