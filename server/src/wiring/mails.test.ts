import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { composeAll, HOSTILE, type MailCase } from '#test/mail-cases.ts';
import { openMailReader, type MailReader, type SeenMail } from '#test/mail-reader.ts';
import { MAILS } from './mails.ts';

/**
 * Every kind of mail as its reader gets it, with typical and hostile values. `server/test/reference/mails/` has a picture
 * of each typical mail, 320 and 600 px wide, light and dark; `UPDATE_REFERENCE=1` rewrites them (CONTRIBUTING.md).
 */
let app: TestApp;
let reader: MailReader;
let cases: (MailCase & { seen: SeenMail })[];
beforeAll(async () => {
  [app, reader] = await Promise.all([
    createTestApp({ env: { PUBLIC_URL: 'https://clairisque.fr' } }),
    openMailReader(),
  ]);
  const composed = await composeAll(app);
  cases = await Promise.all(
    composed.map(async (one) => ({ ...one, seen: await reader.see({ ...one, html: one.content.html }) })),
  );
});
afterAll(async () => {
  await reader.close();
  await app.close();
});

/** What fails, by mail: a list per mail would hide which one it is. */
const faults = (check: (one: (typeof cases)[number]) => string[]): string[] =>
  cases.flatMap((one) => check(one).map((fault) => `${one.name}: ${fault}`));

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([found]) => found);

/** The words of a mail, without URLs, e-mails, and texts that people typed. */
function wordsOf({ content }: MailCase): string {
  const typed = [HOSTILE.name, HOSTILE.long, HOSTILE.address, 'www.pirate.example'];
  const all = `${content.subject}\n${content.text.replaceAll('\u200B', '')}`;
  const read = typed.reduce((text, one) => text.replaceAll(one.replaceAll('\u202E', '').trim(), 'Camille'), all);
  return read.replaceAll(/https?:\/\/\S*[^\s.,;:»)]|\S+@\S*\w/g, 'adresse');
}

it('every kind has its case, and every case is a kind', () => {
  const kinds = new Set(MAILS.map(({ kind }) => kind.name));
  expect(new Set(cases.map(({ kind }) => kind))).toEqual(kinds);
  expect(cases.filter(({ isTypical }) => isTypical)).toHaveLength(kinds.size + 1);
});

describe('sentences', () => {
  const FAULTS: Record<string, RegExp> = {
    'signs follow each other': /[.,;:!?…]\s*[.,;:!?]/gu,
    'a space before a point or a comma, or inside brackets': /\s[.,](?=\s)|\(\s|\s\)/gu,
    'two spaces, or a breaking one where French has none': / {2,}| [?!;:»]|« /gu,
    'nothing between signs': /«\s*»|\(\s*\)|\bnuméro\s*[.,]/gu,
    'a value that was not filled': /undefined|null|NaN|Invalid|\[object|\$\{|\{\{|__/gu,
    'a value after a colon, then a verb': /:\s\p{Lu}[^.;:()«»\n]*\s(?:est|sont|a|expire)\s/gu,
    'a plural after one': /(?<![\d\u202F.,-])[01]\u00A0\p{L}+s(?<!mois)\b/gu,
    'a singular after several': /(?<!\d)(?:[2-9]|\d{2,})\u00A0(?:crédit|ligne|jour|heure|état|autre|nouveau)\b/gu,
    'a first of the month without « er »':
      /(?<!\d)1\u00A0(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)/gu,
  };

  it.each(Object.entries(FAULTS))('have no fault: %s', (_name, pattern) => {
    expect(faults((one) => matches(wordsOf(one), pattern))).toEqual([]);
  });

  it('are the same in the text and in the HTML, where what people typed is only text', () => {
    const missing = ({ content, seen }: (typeof cases)[number]): string[] => {
      const body = content.text.replaceAll(/https:\/\/clairisque\.fr\S*|^-- $/gm, '').split(/\n+|\u00A0: *(?=\n)/);
      return body.filter((line) => !squeezed(seen.text).includes(squeezed(line)));
    };
    expect(faults(missing)).toEqual([]);
    const isOurs = (link: string): boolean => /^(https:\/\/clairisque\.fr(\/|$)|mailto:[\w.]+@)/.test(link);
    expect(faults(({ seen }) => seen.links.filter((link) => !isOurs(link)))).toEqual([]);
    const ours = /<(?:img|script|link|iframe|form|b|i)\b|url\(|@import|src=/gi;
    expect(faults(({ content }) => matches(content.html, ours))).toEqual([]);
    expect(faults(({ content }) => matches(content.text, /(?:https?:\/\/|www\.)pirate/g))).toEqual([]);
  });

  it('subjects are one line without a hidden character', () => {
    expect(faults(({ content }) => matches(content.subject, /[\r\n\t\u202A-\u202E]/g))).toEqual([]);
  });

  it('say who writes, why, and how to stop what is optional', () => {
    const optional = new Set([
      'low-balance',
      'credits-expiring',
      'batch-ended',
      'batch-choices',
      'expiry-reminder',
      'check-confirmed',
    ]);
    const check = ({ kind, content }: MailCase): string[] => {
      const { text, html, unsubscribeUrl } = content;
      const page = unsubscribeUrl?.replace('/api/v2', '').replace(/\/$/, '');
      const isStopped = page !== undefined && text.includes(`: ${page}\n`) && html.includes(`href="${page}"`);
      return [
        ...(isStopped === optional.has(kind) ? [] : ['the link to stop']),
        ...(/Vous recevez (?:ce message|cet avis|ces rappels)[^\n]* parce que /.test(text) ? [] : ['why']),
        ...(text.includes('Clairisque est un service de ') ? [] : ['who']),
        ...(/no-?reply/i.test(text) ? ['no reply'] : []),
      ];
    };
    expect(faults(check)).toEqual([]);
  });
});

const squeezed = (text: string): string => text.replaceAll(/[\s\u00A0\u200B]+/g, '');

describe('what is seen', () => {
  it('no mail scrolls sideways, overflows or has small letters, at 320 and 600 px, whatever was typed', () => {
    expect(faults(({ seen }) => seen.overflows)).toEqual([]);
  });

  it('axe finds nothing in a typical mail, light or dark', () => {
    expect(faults(({ seen }) => seen.violations)).toEqual([]);
  });

  it('a typical mail looks as its reference, 320 and 600 px wide, light and dark', () => {
    expect(faults(({ seen }) => (seen.difference === null ? [] : [seen.difference]))).toEqual([]);
  });
});
