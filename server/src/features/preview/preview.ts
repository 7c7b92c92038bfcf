import type { Preview, PreviewFinding } from '@clairisque/contract/preview.ts';
import type { Deps } from '#deps.ts';
import { COMPULSORY_HEADINGS, isOpenReason, type CompulsoryHeading, type FindingOf } from '#domain/risks/findings.ts';
import { typeset } from '#domain/french.ts';
import { assessCompulsoryRisks, type CompulsoryFacts } from '#domain/risks/risks.ts';
import { CONCERNED, NOT_CONCERNED, SHORT_TITLES } from '#domain/statement-document/plain.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { collectCompulsoryFacts, findPlace } from '#features/issuance/issuance.ts';
import { AppError } from '#platform/app-error.ts';
import { zonesAround } from './zones.rules.ts';

type Chosen = { code_parcelle: string; longitude: number; latitude: number };

/** A user is waiting: later answers are shown as missing, and are there at the next request. */
const WITHIN_MS = 6_000;

/**
 * The legal headings of a parcel, one line each, with the known outlines. Writes only to the cache of suppliers'
 * answers, which the paid statement then uses. Throws `invalid_input` (outside France, no such parcel there),
 * `overloaded`, `SupplierFailure` of the cadastre.
 */
export async function previewRisks(deps: Deps, chosen: Chosen): Promise<Preview> {
  const refusal = checkCoordinates(chosen);
  if (refusal !== null) throw new AppError('invalid_input', { non_field_errors: [refusal] });
  const key = `${chosen.code_parcelle} ${chosen.longitude} ${chosen.latitude}`;
  return deps.previews(key, () => prepare(deps, chosen));
}

async function prepare(deps: Deps, chosen: Chosen): Promise<Preview> {
  const place = await findPlace(deps, chosen, null);
  const facts = await collectCompulsoryFacts(deps, place, WITHIN_MS);
  const findings = assessCompulsoryRisks(facts, place);
  return {
    rubriques: COMPULSORY_HEADINGS.map((heading) => toLine(findings[heading])),
    zones: zonesAround(place, facts),
    obtenu_le: oldestAnswer(facts) ?? deps.clock().toISOString(),
    specimen: deps.specimen,
  };
}

const STATES = { concerned: 'concerne', 'not-concerned': 'non_concerne', 'not-obtained': 'non_obtenu' } as const;

function toLine<H extends CompulsoryHeading>(finding: FindingOf<H>): PreviewFinding {
  return {
    rubrique: finding.heading,
    titre: SHORT_TITLES[finding.heading],
    etat: STATES[finding.state],
    a_verifier: finding.toVerify,
    phrase: typeset(phraseOf(finding)),
  };
}

/** The document says it once, on page 1. */
const NO_ANSWER = 'L’absence de réponse ne vaut pas absence de risque.';

/** As short as page 1 of the statement, without the plans' names and dates, the documents and the duties. */
function phraseOf<H extends CompulsoryHeading>(finding: FindingOf<H>): string {
  if (finding.state === 'not-obtained')
    return isOpenReason(finding.reason) ? finding.sentence : `${finding.sentence} ${NO_ANSWER}`;
  if (finding.state === 'not-concerned') return NOT_CONCERNED[finding.heading](finding.details);
  const { subject, position } = CONCERNED[finding.heading](finding.details);
  return `${subject} (${position}).`;
}

function oldestAnswer(facts: CompulsoryFacts): string | undefined {
  return Object.values(facts)
    .filter(({ state }) => state !== 'not-obtained')
    .map(({ provenance }) => provenance.obtainedAt)
    .toSorted()[0];
}
