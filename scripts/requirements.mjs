// Plain JavaScript for any Node ≥ 18: what the machine must have, checked before anything is downloaded.
import fs from 'node:fs';
import os from 'node:os';

/** Required by the newest bundled binary (Node 24). Debian 10 has 2.28, Debian 12 has 2.36. */
const GLIBC_AT_LEAST = [2, 28];
const NODE_AT_LEAST = 18;
const MEGABYTE = 1024 ** 2;
/** Packages, npm's downloads, the browser, an empty database: 2.1 GB measured. */
const MEGABYTES_TO_INSTALL = 3000;

/** Prints the sentence in French, then in English, and ends the process with status 1. */
export function refuse(french, english) {
  console.error(`${french}\n${english}`);
  process.exit(1);
}

/**
 * Checks what npm cannot bring. Ends the process with one sentence that names what is missing and the command that brings it.
 * Downloads and writes nothing. `root`: the project's folder.
 */
export function requireMachine(root) {
  requireNode();
  if (process.platform === 'linux') requireGlibc();
  requireUser();
  requireWritable(root);
  requireDisk(root);
}

function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_AT_LEAST) return;
  refuse(
    `Il faut Node ${NODE_AT_LEAST} ou plus récent, celui-ci est le ${process.versions.node} : sur Debian 12 ou 13, « apt-get install nodejs npm ».`,
    `Node ${NODE_AT_LEAST} or newer is needed, this one is ${process.versions.node}: on Debian 12 or 13, "apt-get install nodejs npm".`,
  );
}

function requireGlibc() {
  const version = process.report.getReport().header.glibcVersionRuntime;
  const [major = 0, minor = 0] = (version ?? '0.0').split('.').map(Number);
  if (major > GLIBC_AT_LEAST[0] || (major === GLIBC_AT_LEAST[0] && minor >= GLIBC_AT_LEAST[1])) return;
  const wanted = GLIBC_AT_LEAST.join('.');
  refuse(
    `Il faut la bibliothèque C de GNU (glibc) ${wanted} ou plus récente, ce système a ${version ?? 'une autre bibliothèque'} : prenez Debian 12, par exemple « docker run -it debian:12-slim ».`,
    `The GNU C library (glibc) ${wanted} or newer is needed, this system has ${version ?? 'another library'}: use Debian 12, such as "docker run -it debian:12-slim".`,
  );
}

/** PostgreSQL does not start for a number without a name. */
function requireUser() {
  try {
    os.userInfo();
  } catch {
    const id = process.getuid?.();
    refuse(
      `Le compte ${id} de ce système n’a pas de nom, il en faut un : en root, « useradd --uid ${id} --create-home visiteur ».`,
      `The account ${id} of this system has no name, it needs one: as root, "useradd --uid ${id} --create-home visitor".`,
    );
  }
}

function requireWritable(root) {
  try {
    fs.accessSync(root, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    refuse(
      `Vous ne pouvez pas écrire dans ${root} : faites-en une copie à vous, « git clone "${root}" ~/clairisque ».`,
      `You may not write to ${root}: make a copy of your own, "git clone "${root}" ~/clairisque".`,
    );
  }
}

function requireDisk(root) {
  const left = megabytesLeft(root);
  if (left >= MEGABYTES_TO_INSTALL) return;
  refuse(
    `Il reste ${left} Mo sur le disque de ${root}, il en faut ${MEGABYTES_TO_INSTALL} : libérez de la place, « df -h » montre où.`,
    `${left} MB are left on the disk of ${root}, ${MEGABYTES_TO_INSTALL} are needed: make room, "df -h" shows where.`,
  );
}

/** Node before 18.15 cannot measure it: npm's own error is shown instead. */
function megabytesLeft(folder) {
  if (fs.statfsSync === undefined) return Number.POSITIVE_INFINITY;
  const { bavail, bsize } = fs.statfsSync(folder);
  return Math.floor((bavail * bsize) / MEGABYTE);
}
