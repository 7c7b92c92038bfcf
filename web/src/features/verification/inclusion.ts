import type { Inclusion } from '@clairisque/contract/vigilance.ts';

/** What is asked about: a document, or the attestation of a check. */
export type Logged = { reference: string; sha256: string };

/** `pending`: its day has not ended. `unavailable`: the browser lacks WebCrypto, which needs TLS. */
export type LineState = 'included' | 'pending' | 'wrong' | 'unavailable';

const LINE =
  /^(?:(?<kind>edition|confirmed) (?<own>\S+) sha256:(?<sha256>[\da-f]{64})(?: of \S+ sha256:[\da-f]{64})?|changed (?<changed>\S+) of \S+ sha256:[\da-f]{64}|incomplete (?<incomplete>\S+) sha256:(?<unread>[\da-f]{64}) without \S+) \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Whether the line is the one that its edition or its attestation wrote. */
export const isItsOwn = ({ ligne }: Inclusion): boolean => /^(?:edition|confirmed) /.test(ligne);

function isAbout(line: string, { reference, sha256 }: Logged): boolean {
  const { own, changed, incomplete, sha256: ownHash, unread } = LINE.exec(line)?.groups ?? {};
  if ((own ?? changed ?? incomplete) !== reference) return false;
  return changed !== undefined || (ownHash ?? unread) === sha256;
}

const ROOT = /^(?<day>\d{4}-\d\d-\d\d) (?<first>\d+)-(?<last>\d+) (?<root>[\da-f]{64})$/;

/** A line of `/racines.txt`. */
export type DayRoot = { day: string; first: number; last: number; root: string };

/** The days of `/racines.txt`, oldest first; null where a line is not one of that file. */
export function readRoots(text: string): DayRoot[] | null {
  const lines = text.split('\n').filter((line) => line !== '');
  const roots = lines.flatMap((line) => {
    const { day = '', first, last, root = '' } = ROOT.exec(line)?.groups ?? {};
    return day === '' ? [] : [{ day, first: Number(first), last: Number(last), root }];
  });
  return roots.length === lines.length ? roots : null;
}

/**
 * Checks, as `docs/verification.md` says, that a line is about that document and follows the line before, that its path
 * leads to the root of its day (RFC 6962 §2.1), from its rank, and that this root is the published one.
 */
export async function checkLine(about: Logged, inclusion: Inclusion, roots: readonly DayRoot[]): Promise<LineState> {
  if (!globalThis.crypto?.subtle) return 'unavailable';
  const { ligne, precedente, empreinte, preuve } = inclusion;
  if (!isAbout(ligne, about)) return 'wrong';
  if (hexOf(await hashed(new TextEncoder().encode(`${precedente}\n${ligne}`))) !== empreinte) return 'wrong';
  if (preuve === null) return 'pending';
  if (!isPublished(inclusion, preuve, roots) || !hasPlace(inclusion, preuve)) return 'wrong';
  return (await climbed(empreinte, preuve.chemin)) === preuve.racine ? 'included' : 'wrong';
}

type Proof = NonNullable<Inclusion['preuve']>;

function isPublished({ jour }: Inclusion, proof: Proof, roots: readonly DayRoot[]): boolean {
  const ofDay = roots.filter(({ day }) => day === jour);
  return (
    ofDay.length === 1 &&
    ofDay.every(
      ({ first, last, root }) => root === proof.racine && first === proof.premier_rang && last === proof.dernier_rang,
    )
  );
}

/** A rank has one path in the tree of its day: another one is the path of another line. */
function hasPlace({ rang }: Inclusion, { premier_rang: first, dernier_rang: last, chemin }: Proof): boolean {
  if (rang < first || rang > last) return false;
  const sides: string[] = [];
  let [at, count] = [rang - first, last - first + 1];
  while (count > 1) {
    const middle = largestPowerBelow(count);
    sides.unshift(at < middle ? 'droite' : 'gauche');
    [at, count] = at < middle ? [at, middle] : [at - middle, count - middle];
  }
  return sides.join() === chemin.map(({ cote }) => cote).join();
}

function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

async function climbed(hash: string, path: Proof['chemin']): Promise<string> {
  let mine = await hashed(Uint8Array.of(0), bytesOf(hash));
  for (const { cote, empreinte } of path) {
    const other = bytesOf(empreinte);
    mine =
      cote === 'gauche' ? await hashed(Uint8Array.of(1), other, mine) : await hashed(Uint8Array.of(1), mine, other);
  }
  return hexOf(mine);
}

type Bytes = Uint8Array<ArrayBuffer>;

async function hashed(...parts: Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
}

const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
const hexOf = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** `absent`: not written yet, or older than the log. `missing`: it should be there. */
export type LogState = LineState | 'absent' | 'missing';

/** What the lines about a document say together; `since` is its day, in Paris. */
export function stateOfLog(
  lines: readonly { inclusion: Inclusion; state: LineState }[],
  since: string,
  roots: readonly DayRoot[],
): LogState {
  if (lines.some(({ state }) => state === 'wrong')) return 'wrong';
  const own = lines.find(({ inclusion }) => isItsOwn(inclusion));
  if (own !== undefined) return own.state;
  const [began, ended] = [roots[0]?.day, roots.at(-1)?.day];
  const isDue = began !== undefined && ended !== undefined && began < since && since <= ended;
  return isDue ? 'missing' : 'absent';
}
