import { AssessedFacts, NO_LEGAL_VALUE, type Assessment, type AssessmentRequest } from '@clairisque/contract/api-v3.ts';
import { HEADINGS_IN_V3, inV3 } from '@clairisque/contract/common/v3-facts.ts';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { withCommuneFirst, type Place } from '#domain/geometry/place.ts';
import { warningOf, type PropertyAddress } from '#domain/property/property-address.ts';
import { issuability } from '#domain/risks/issuability.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { collectFactsInBackground, findPlace, verifyAddress } from '#features/issuance/issuance.ts';
import { inV3 as refusalInV3 } from './fields.rules.ts';
import { findProperty, type Property } from './property.service.ts';

/** `POST /statements` waits as long. */
const WITHIN_MS = 20_000;

/**
 * What a statement would say now, from the sources that it would query, in its account's turn and behind statements.
 * Throws as `findProperty`, `too_many_requests`, `overloaded`.
 */
export function assess(
  deps: Deps,
  { accountId, request }: { accountId: number; request: AssessmentRequest },
): Promise<Assessment> {
  return deps.assessments(String(accountId), async () => {
    const located = await locate(deps, request);
    const { place, warning } = located;
    const collected = await collectFactsInBackground(deps, place, WITHIN_MS);
    const findings = assessRisks(collected, place);
    const now = deps.clock().toISOString();
    const facts = AssessedFacts.parse({
      place: { ...place, ...addressOf(located) },
      compulsory: findings,
      informative: findings,
    } satisfies z.input<typeof AssessedFacts>);
    return {
      mode: deps.mode,
      legal_value: false,
      notice: NO_LEGAL_VALUE,
      assessed_at: now,
      specimen: deps.specimen,
      warning,
      blocking: issuability(findings, Temporal.Instant.from(now)).map(({ heading }) => HEADINGS_IN_V3[heading]),
      ...inV3(AssessedFacts, facts),
    };
  });
}

export type Located = { property: Property; place: Place; address: PropertyAddress; warning: string | null };

/** The property that a request names, as a statement would print it. Throws as `findProperty`. */
export async function locate(deps: Deps, request: AssessmentRequest): Promise<Located> {
  const property = await findProperty(deps, request);
  const { codes, longitude, latitude } = property;
  try {
    const place = await findPlace(deps, { code_parcelle: codes[0], parcelles: codes, longitude, latitude }, null);
    const address = await verifyAddress(deps, property, place);
    // Without an address in the request, it is the nearest one, or the parcel's name.
    const warning = request.address === undefined ? null : warningOf(address, place);
    const printed = address.state === 'confirmed' ? withCommuneFirst(place, address.commune) : place;
    return { property, place: printed, address, warning: warning && typeset(warning) };
  } catch (error) {
    throw refusalInV3(error);
  }
}

function addressOf({ address }: Located) {
  const confirmed = address.state === 'confirmed' ? address : null;
  return {
    address: confirmed?.label ?? null,
    declaredAddress: address.typed,
    postcode: confirmed?.postcode ?? null,
  };
}
