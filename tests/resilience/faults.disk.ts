import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE_MB = 1_500;

/** A separate disk that can be filled to the last byte; null where the system does not allow one. */
export type Disk = {
  folder: string;
  fill: () => void;
  free: () => void;
  close: () => void;
};

export function makeDisk(): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0711`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const ballast = join(folder, 'ballast');
  chmodSync(folder, 0o711);
  return {
    folder,
    fill: () => fillWith(ballast),
    free: () => rmSync(ballast, { force: true }),
    close: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** To the last page: others write at the same time. */
function fillWith(file: string): void {
  for (const size of [1 << 22, 1 << 12]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}
