import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A process that has ended still accepts signals until its parent reads its status. */
const isZombie = (pid: number): boolean => statusOf(pid)?.[0] === 'Z';

/** The command line of a process, or an empty string; process numbers are reused, so a number alone proves nothing. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    try {
      return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    } catch {
      return '';
    }
  }
}

/** Running child processes of `pid`. */
export function childrenOf(pid: number): number[] {
  const listed = existsSync('/proc/self/stat') ? parentsFromProc() : parentsFromPs();
  return listed.filter(([, parent]) => parent === pid).map(([child]) => child);
}

type Parentage = [child: number, parent: number];

/** A minimal Linux has no `ps`. */
function parentsFromProc(): Parentage[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const fields = statusOf(Number(pid));
    return fields === null ? [] : [[Number(pid), Number(fields[1])] satisfies Parentage];
  });
}

function parentsFromPs(): Parentage[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return listed
    .trim()
    .split('\n')
    .map((line) => {
      const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return [child, parent];
    });
}

/** Fields of `/proc/PID/stat` after the program's name: state, parent, …; null when unreadable. */
function statusOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
}
