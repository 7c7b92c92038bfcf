import { cpSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { collectionOf } from '@clairisque/contract/common/postman.ts';
import { readDocument } from './document.ts';
import { buildPython, hasPython, pythonArchive } from './python.ts';
import { buildTypeScript, installTypeScript } from './typescript.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CLIENTS = join(ROOT, 'clients');
const SITE = 'https://clairisque.fr';

/** Beside their sources; says what was made. */
export async function writeClients(): Promise<string[]> {
  const packed = await buildTypeScript(join(ROOT, '.cache/client'));
  cpSync(packed, join(CLIENTS, 'typescript', basename(packed)));
  await installTypeScript(packed, join(CLIENTS, 'typescript/example'));
  writeFileSync(
    join(CLIENTS, 'clairisque.postman_collection.json'),
    `${JSON.stringify(collectionOf(readDocument(SITE)), null, 2)}\n`,
  );
  return [
    `Paquet : clients/typescript/${basename(packed)}`,
    'Exemple : CLAIRISQUE_KEY=crt_test_… npm start --prefix clients/typescript/example',
    await pythonPackage(join(ROOT, '.cache/python-client')),
    'Postman, Bruno : clients/clairisque.postman_collection.json',
  ];
}

async function pythonPackage(folder: string): Promise<string> {
  const archive = await pythonArchive(folder, join(CLIENTS, 'python'));
  if (!hasPython()) return `Paquet : clients/python/${basename(archive)} ; Python absent : sans .whl`;
  const wheel = await buildPython(folder);
  cpSync(wheel, join(CLIENTS, 'python', basename(wheel)));
  return `Paquet : clients/python/${basename(wheel)}`;
}
