import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Interface, mails, printed sentences; tests and comments apart. */
const FILES = globSync(['web/src/**/*.{ts,tsx}', 'server/{src,templates}/**/*.{ts,typ}', 'contract/src/**/*.ts'], {
  cwd: ROOT,
}).filter((path) => !/\.test\.tsx?$/.test(path));
const SPACES = /(?:\\u00A0|\\u202F|&nbsp;|~|\s)+/g;
const texts = FILES.map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ' ')
    .replaceAll(SPACES, ' ')
    .replaceAll("'", '’'),
}));

/** What is prescribed stays letter for letter. */
const PRESCRIBED = [
  'Réaliser un Etat des Risques',
  'Récapitulatif de votre Etat des Risques',
  'Réception de votre Etat des Risques',
  'Génération de votre Etat des Risques',
  'Mes Etats des Risques',
  'Historique des États des Risques',
  'Voir mes États des Risques',
  'Réaliser un nouvel État des Risques',
  'Générer votre État Des Risques',
  'Votre État des Risques est prêt',
];

function found(pattern: RegExp): string[] {
  return texts.flatMap(({ path, text }) => {
    const free = PRESCRIBED.reduce((left, label) => left.replaceAll(label, ''), text);
    return [...free.matchAll(pattern)].map(
      ({ index, 0: words }) => `${path}: ${free.slice(index - 20, index)}${words}`,
    );
  });
}

it('« état des risques » has one form, beside the prescribed labels', () => {
  expect(texts.some(({ text }) => text.includes('l’état des risques'))).toBe(true);
  expect(found(/[EeÉé]tats? [Dd]es Risques|[Ee]tats? des risques|[a-zà-ÿ,;] États? des risques/g)).toEqual([]);
});

it('capitals have their accents', () => {
  const bare = found(
    /\b(?:Etats?|Etapes?|Etablir|Echéances?|Ecran|Ecrire|Ecrivez|Editeur|Etes|Evénement|A savoir|A partir)\b/g,
  );
  // The prescribed column and its filter.
  expect(bare.map((one) => one.replace(/.*[^\w]/, ''))).toEqual(['Etat', 'Etat']);
});
