import { describe, expect, it } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import type { Place } from '#domain/geometry/place.ts';
import type { Facts } from '#domain/risks/facts.ts';
import { COMPULSORY_HEADINGS, INFORMATIVE_HEADINGS, type Heading } from '@clairisque/contract/common/headings.ts';
import { OPEN_LABELS } from '#domain/risks/findings.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { issuability } from '#domain/risks/issuability.ts';
import { buildStatementDocument, type StatementDocument } from './statement-document.ts';
import { lastGood, notObtained, NOW, place, quietFacts } from '#test/facts.ts';
import { COMPULSORY, INFORMATIVE, PARCEL, type Case, type Printed } from '#test/printed-cases.ts';
import { typeset } from '#domain/french.ts';
import { HEADINGS } from '#domain/headings/headings.ts';
import { boxesOf } from '#test/printed-boxes.ts';
import { statementInput } from '#test/statement-input.ts';

function assessed(facts: Partial<Facts>, where: Partial<Place> = {}) {
  const at = { ...place(PARCEL), ...where };
  const findings = assessRisks(quietFacts(facts), at);
  return { findings, document: buildStatementDocument({ ...statementInput(undefined, at), findings }) };
}

const WHAT_STANDS_BEHIND: Record<Printed, object> = {
  oui: { state: 'concerned', toVerify: expect.any(Boolean) },
  // Nothing is left to verify.
  non: { state: 'not-concerned', toVerify: false },
  ouvert: { state: expect.any(String), toVerify: true },
};

/** Words that mean « no »; none of them may appear in an open heading. */
const NO = /\baucune? [^:]*n’est (?:recensé|signalé|situé)|hors des zones|n’est situé dans aucun|\bmais non à/u;

/** Without the answer of one of two sources. */
const unquoted = (sentence: string): string => sentence.replace(/Réponse de l’édition.*$/u, '');

/** « À vérifier » and not concerned, a heading is among what could not be verified. */
const LISTS = { concerned: 'concerned', 'not-concerned': 'notObtained', 'not-obtained': 'notObtained' } as const;

const listOf = ({ cover }: StatementDocument, title: string) =>
  (['concerned', 'notObtained', 'notConcerned'] as const).find((list) =>
    cover[list].some((line) => line.title === title),
  );

describe.each(COMPULSORY_HEADINGS)('%s', (heading) => {
  it.each(COMPULSORY[heading])('%s', (...[, facts, printed, where]) => {
    const { findings, document } = assessed(facts, where);
    const { state, toVerify, sentence } = findings[heading];
    expect(boxesOf(document, heading)).toBe(printed);
    // Neither box: the heading says what to verify. And a heading without an answer never says « no ».
    expect({ state, toVerify }).toEqual(WHAT_STANDS_BEHIND[printed]);
    expect(state === 'not-obtained' && NO.test(unquoted(sentence))).toBe(false);
    expect(issuability(findings, Temporal.Instant.from(NOW))).toEqual([]);
    expect(listOf(document, findings[heading].title)).toBe(printed === 'non' ? 'notConcerned' : LISTS[state]);
    const toCheck = document.cover.next.find(({ title }) => title === 'Vérifier')?.items ?? [];
    expect(toCheck.some((item) => item.startsWith(typeset(HEADINGS[heading].shortTitle)))).toBe(toVerify);
  });
});

describe.each(INFORMATIVE_HEADINGS)('%s', (heading) => {
  it.each(INFORMATIVE[heading])('%s', (...[, facts, printed, where]) => {
    const { state, sentence, duty } = assessed(facts, where).findings[heading];
    expect(state).toBe({ oui: 'concerned', non: 'not-concerned', ouvert: 'not-obtained' }[printed]);
    expect(state === 'not-obtained' && (duty !== null || NO.test(sentence))).toBe(false);
  });
});

describe('for every heading', () => {
  const ALL = [...COMPULSORY_HEADINGS, ...INFORMATIVE_HEADINGS];
  const REASONS = ['timeout', 'unavailable', 'rate-limited', 'malformed', 'refused', 'not-held'] as const;

  it.each(REASONS)('a source that fails (%s) ticks nothing, is « non vérifié » and forbids to issue', (reason) => {
    const missing = Object.fromEntries(Object.keys(quietFacts()).map((name) => [name, notObtained(reason)]));
    const { findings, document } = assessed(missing);
    for (const heading of ALL) expect(findings[heading]).toMatchObject({ state: 'not-obtained', reason });
    for (const heading of COMPULSORY_HEADINGS) expect(boxesOf(document, heading)).toBe('ouvert');
    expect(document.cover.notObtained).toHaveLength(COMPULSORY_HEADINGS.length);
    expect(issuability(findings, Temporal.Instant.from(NOW))).toHaveLength(COMPULSORY_HEADINGS.length);
  });

  it('an older answer is dated, and otherwise unchanged', () => {
    const facts = quietFacts();
    const dated = Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [
        name,
        lastGood(fact.state === 'not-obtained' ? null : fact.value, NOW),
      ]),
    );
    const { findings } = assessed(dated);
    for (const heading of ALL) expect(findings[heading].sentence).toContain('reprend sa réponse du 20/11/2026');
  });

  it('each reason of an open heading has a case, and a name in the table of sources', () => {
    const cases = (Object.entries({ ...COMPULSORY, ...INFORMATIVE }) as [Heading, Case[]][]).flatMap(([heading, all]) =>
      all.map(([, facts, , where]) => assessed(facts, where).findings[heading]),
    );
    const reasons = new Set(cases.flatMap((finding) => (finding.state === 'not-obtained' ? [finding.reason] : [])));
    expect([...reasons].filter((reason) => reason in OPEN_LABELS).toSorted()).toEqual(
      Object.keys(OPEN_LABELS).toSorted(),
    );
  });
});
