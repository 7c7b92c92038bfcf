import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SOURCE = new URL('..', import.meta.url).pathname;
const FILES = globSync('**/*.tsx', { cwd: SOURCE });
const rendersSkeleton = (file: string) => readFileSync(SOURCE + file, 'utf8').includes('<Skeleton');

describe('every file that draws a skeleton', () => {
  it.each(FILES.filter(rendersSkeleton))('%s → says what it waits for', (file) => {
    expect(readFileSync(SOURCE + file, 'utf8')).toContain('<LoadingNotice>');
  });
});
