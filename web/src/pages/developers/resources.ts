import { paths } from '#paths.ts';

/** The tags of API v3's document, in lower case: each has its page of the reference. */
export const RESOURCES = ['statements', 'assessments', 'places', 'batches', 'webhooks', 'events', 'account'] as const;
export type Resource = (typeof RESOURCES)[number];

export function resourcePath(resource: Resource): string {
  return paths.apiResource.replace(':resource', resource);
}
