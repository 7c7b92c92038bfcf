// node verifier.mjs https://clairisque.fr ERP-2026-000123 [ma-copie-de-racines.txt]
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [site, reference, copy] = process.argv.slice(2);
const read = async (path) => (await fetch(new URL(path, site))).text();
const { preuves } = JSON.parse(await read(`/api/v2/verification/${reference}/preuve/`));
const roots = (copy ? readFileSync(copy, 'utf8') : await read('/racines.txt')).split('\n');
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const [leaf, node] = [Buffer.from([0]), Buffer.from([1])];
/** Côtés du chemin d’une ligne, de la feuille à la racine : un rang n’en a qu’un. */
function sidesOf(at, count) {
  if (count === 1) return [];
  let half = 1;
  while (half * 2 < count) half *= 2;
  return at < half ? [...sidesOf(at, half), 'droite'] : [...sidesOf(at - half, count - half), 'gauche'];
}
function isIncluded({ rang, jour, empreinte, preuve: { racine, premier_rang: first, dernier_rang: last, chemin } }) {
  const root = chemin.reduce(
    (mine, { cote, empreinte: other }) => {
      const beside = Buffer.from(other, 'hex');
      return cote === 'gauche' ? sha(node, beside, mine) : sha(node, mine, beside);
    },
    sha(leaf, Buffer.from(empreinte, 'hex')),
  );
  const sides = chemin.map(({ cote }) => cote);
  const hasPlace = rang >= first && rang <= last && String(sides) === String(sidesOf(rang - first, last - first + 1));
  return hasPlace && root.toString('hex') === racine && roots.includes(`${jour} ${first}-${last} ${racine}`);
}
if (preuves.length === 0) process.stdout.write(`${reference} : aucune ligne\n`);
for (const proof of preuves) {
  const { rang, jour, ligne, precedente, empreinte, preuve } = proof;
  const isChained = ligne.split(' ')[1] === reference && sha(`${precedente}\n${ligne}`).toString('hex') === empreinte;
  const isRight = isChained && (preuve === null || isIncluded(proof));
  const words = preuve === null ? 'racine non publiée, le jour n’est pas fini' : 'dans la racine publiée';
  process.stdout.write(`${isRight ? words : 'NE CORRESPOND PAS'} : ligne ${rang} du ${jour}, ${ligne}\n`);
  if (!isRight) process.exitCode = 1;
}
