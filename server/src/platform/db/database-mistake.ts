import { failureOf, Mistake } from '#platform/mistake.ts';

/** Why a connection to PostgreSQL failed, for the operator; `isTemporary`: the server may come back by itself. */
class DatabaseMistake extends Mistake {
  readonly isTemporary: boolean;
  constructor(sentence: string, isTemporary: boolean) {
    super(`DATABASE_URL: ${sentence}`);
    this.isTemporary = isTemporary;
  }
}

/** PostgreSQL's codes: wrong password or login, no such database. */
const REFUSED = ['28P01', '28000', '3D000'];
/** PostgreSQL starts or stops, or has no connection left. */
const BUSY = /^(?:57P0[1-3]|53300|08\w+)$/;
const AWAY = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
  'EACCES',
];
/** Node's codes for a certificate that is not accepted. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|ALTNAME/;

/** Null for an error that is not about the connection. */
export function databaseMistake(error: unknown, url: string): DatabaseMistake | null {
  const failure = failureOf(error);
  // A file; an error of a socket has no path.
  return failure.path === null ? mistakeOfServer(failure, hostIn(url)) : mistakeOfFile(failure.path, failure.code, url);
}

/** The client reads `sslrootcert`, `sslcert` and `sslkey` of the address. */
function mistakeOfFile(path: string, code: string, url: string): DatabaseMistake | null {
  const named = [...(URL.parse(url.replace('@/', '@localhost/'))?.searchParams.values() ?? [])];
  return named.includes(path) ? new DatabaseMistake(`${path} cannot be read (${code})`, false) : null;
}

function mistakeOfServer({ code, detail }: { code: string; detail: string }, host: string): DatabaseMistake | null {
  if (REFUSED.includes(code)) return new DatabaseMistake(detail, false);
  if (code === 'ENOTFOUND') return new DatabaseMistake(`${host} is not a known host`, true);
  if (AWAY.includes(code) || /timeout/.test(detail))
    return new DatabaseMistake(`no PostgreSQL answers at ${host} (${code || detail})`, true);
  if (BUSY.test(code) || /Connection terminated/.test(detail))
    return new DatabaseMistake(`PostgreSQL at ${host} is not ready (${detail})`, true);
  if (CERTIFICATE.test(code))
    return new DatabaseMistake(`the certificate of ${host} is not accepted: ${detail} (sslrootcert)`, false);
  if (/does not support SSL/.test(detail)) return new DatabaseMistake(`PostgreSQL at ${host} has no TLS`, false);
  return null;
}

/** The host of a URL, without login or password. */
function hostIn(url: string): string {
  const parsed = URL.parse(url);
  return parsed?.searchParams.get('host') || parsed?.host || 'this machine';
}
