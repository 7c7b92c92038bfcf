import { spawnSync } from 'node:child_process';

/**
 * `npm run audit`: known vulnerabilities of the runtime packages, from npm's registry. Exit code 1 for a high or
 * critical one; 0, with a message, when the registry does not answer (offline, or a mirror without that service).
 */
type Report = {
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>;
  message?: string;
  error?: { summary?: string };
};
const GRAVE = new Set(['high', 'critical']);

const OPTIONS = ['--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=15000'];
const isWindows = process.platform === 'win32';
const { stdout } = spawnSync('npm', ['audit', ...OPTIONS], { encoding: 'utf8', timeout: 60_000, shell: isWindows });
const report = parsed(stdout);
const found = report?.vulnerabilities;
if (found === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? 'nothing was answered';
  console.log(`Dependencies NOT audited: the registry gives no answer (${reason.split('\n')[0]}).`);
} else {
  const grave = Object.entries(found).filter(([, { severity }]) => GRAVE.has(severity));
  for (const [name, { severity, range, fixAvailable }] of Object.entries(found)) {
    console.log(`${severity}: ${name} ${range}${fixAvailable === false ? ', no fix available' : ''}`);
  }
  console.log(`${Object.keys(found).length} known weaknesses, ${grave.length} high or critical.`);
  process.exitCode = grave.length > 0 ? 1 : 0;
}

function parsed(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return null;
  }
}
