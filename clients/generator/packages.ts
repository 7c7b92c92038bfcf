import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pythonArchive } from './python.ts';
import { buildTypeScript } from './typescript.ts';

/** A file that integrators install, as the site serves it. */
type Package = { language: 'TypeScript' | 'Python'; file: string; sha256: string; bytes: number };

/** Makes both packages in `folder`: the same bytes from the same sources. `draft` is made anew. */
export async function writePackages(folder: string, draft: string): Promise<Package[]> {
  mkdirSync(folder, { recursive: true });
  const made = [
    ['TypeScript', await buildTypeScript(join(draft, 'typescript'), folder)],
    ['Python', await pythonArchive(join(draft, 'python'), folder)],
  ] as const;
  return made.map(([language, path]) => {
    const content = readFileSync(path);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { language, file: basename(path), sha256, bytes: content.length };
  });
}
