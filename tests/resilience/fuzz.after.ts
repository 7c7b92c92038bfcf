import { globSync, readFileSync } from 'node:fs';
import { isLegible, unprintable } from '@clairisque/contract/common/text.ts';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import { createStatement } from '@clairisque/contract/issuance.ts';
import { ledgerViolations } from '../../server/src/features/credits/ledger-invariants.service.ts';
import { createDb } from '../../server/src/platform/db/db.ts';
import { HOSTILE_TEXTS } from '../../server/test/hostile-texts.ts';
import { openPdfReader } from '../../server/test/pdf-reader.ts';
import { PLACE } from '../../server/test/honest-calls.ts';
import { createCustomer } from '../harness/customer.ts';
import { readMails } from '../harness/mailbox.ts';
import type { Product } from '../harness/product.ts';

/** Violated ledger invariants, and files with an unknown name. */
export async function brokenAfter(product: Product, filesDir: string): Promise<string[]> {
  const db = createDb({ url: product.databaseUrl, poolSize: 1, onError: () => undefined });
  const rules = await ledgerViolations({ db, clock: () => new Date() });
  await db.destroy();
  const files = globSync('**/*.*', { cwd: filesDir }).filter((path) => !OUR_FILES.test(path.replaceAll('\\', '/')));
  return [...rules.map((rule) => JSON.stringify(rule)), ...files.map((path) => `file ${path}`)];
}

const OUR_FILES = /^(?:statements|logos|invoices|receipts|handovers)\/[\w./-]+\.(?:pdf|png|gz)$/;

/** Errors reported by browsers are logged as errors; they are not ours. */
const REPORTED_BY_BROWSERS = 'error on a screen in a browser';

/** Secrets in the server's log, and the errors in it. */
export function readLog(path: string, secrets: readonly string[]): { shown: string[]; faults: string[] } {
  const text = readFileSync(path, 'utf8');
  const faults = text.split('\n').filter((line) => /"level":[56]0/.test(line) && !line.includes(REPORTED_BY_BROWSERS));
  return { shown: secrets.filter((secret) => text.includes(secret)), faults };
}

/** Texts that a mail program would turn into a link to another site, whatever `Host` or text the calls had. */
export async function foreignLinks(product: Product): Promise<string[]> {
  const mails = await readMails(product.simulatorsUrl);
  const site = product.url.replace('127.0.0.1', 'localhost');
  const links = mails.flatMap(
    ({ text, html }) => `${text} ${html}`.match(/https?:\/\/[^\s"'<>)]+|pirate\.example\S*/g) ?? [],
  );
  return [...new Set(links.filter((link) => !link.startsWith(site)))];
}

/** Issues statements whose parties have hostile names; returns those not printed literally. */
export async function notLiteral(product: Product, tokens: readonly string[]): Promise<string[]> {
  const { typst, html, sql, formula, unicode } = HOSTILE_TEXTS;
  const names = [...typst, ...html, ...sql, ...formula].filter(isLegible);
  const exotic = unicode.filter(
    (name) => isLegible(name) && !/\p{Surrogate}/u.test(name) && unprintable(name) === null,
  );
  const reader = await openPdfReader();
  const wrong: string[] = [];
  const token = await openSession(product, tokens);
  for (const seller of [names.slice(0, 12), names.slice(12, 24), names.slice(24), exotic]) {
    const pdf = await printed(product, token, seller.join(' '));
    if (pdf === null) wrong.push(`not printed: ${seller.join(' ')}`);
    else if (seller !== exotic) {
      const text = squeezed((await reader.read(pdf)).map((page) => page.text).join(''));
      wrong.push(...seller.filter((name) => !text.includes(squeezed(name))));
    }
  }
  reader.close();
  return wrong;
}

/** One of the sessions that no input has ended. */
async function openSession({ url }: Product, tokens: readonly string[]): Promise<string> {
  for (const token of tokens) {
    const { status } = await fetch(`${url}/api/v2/users/me/`, { headers: { authorization: `Token ${token}` } });
    if (status === 200) return token;
  }
  throw new Error('no session is left');
}

/** Ignores line ends, breaks and hyphens of the page. */
const squeezed = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{C}-]/gu, '');

async function printed({ url }: Product, token: string, seller: string): Promise<Buffer | null> {
  const customer = createCustomer({ url, token });
  const body = {
    ...PLACE,
    adresse: '#read("/etc/passwd") 4 rue $x$ *des* <Lilas>',
    vendeur_nom: seller.slice(0, 300),
    acheteur_nom: '#eval("1")',
  };
  const { erp_id } = await customer.call(createStatement, { body });
  const isIssued = await customer.generate(erp_id).then(
    () => true,
    () => false,
  );
  return isIssued ? customer.file(downloadStatement, { params: { erp_id } }) : null;
}
