import { paths } from '#paths.ts';
import { CALLS, nameIn, SCHEMAS } from './openapi-examples.ts';
import { RESOURCES, resourcePath, type Resource } from './resources.ts';

const NAMES = new Map(SCHEMAS);

/** The page of a tag. */
const resourceOf = (tag: string | undefined): Resource =>
  RESOURCES.find((resource) => resource === tag?.toLowerCase()) ?? RESOURCES[0];

export const callsOf = (resource: Resource) =>
  CALLS.filter(({ operation }) => resourceOf(operation.tags[0]) === resource);

/** Every refusal is one: it is described once, before all resources. */
const SHARED = 'Problem';

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part ?? {}).matchAll(/"\$ref":"(#\/components\/schemas\/[^"]+)"/g)].map(([, at = '']) =>
    nameIn(at),
  );

/** An object is with the first resource whose calls name it; one that only objects name, with the first of these. */
function placed(): Map<string, Resource> {
  const places = new Map<string, Resource>();
  const place = (name: string, resource: Resource): void => {
    if (name !== SHARED && !places.has(name)) places.set(name, resource);
  };
  for (const { operation } of CALLS)
    for (const name of namesIn([operation.requestBody, operation.responses]))
      place(name, resourceOf(operation.tags[0]));
  // An entry added meanwhile is visited too.
  for (const [name, resource] of places) for (const inside of namesIn(NAMES.get(name))) place(inside, resource);
  return places;
}
const PLACES = placed();

export const objectsOf = (resource: Resource) => SCHEMAS.filter(([name]) => PLACES.get(name) === resource);

const CALL_PLACES = new Map(
  CALLS.map(({ operation: { operationId, tags } }): [string, string] => [
    operationId,
    `${resourcePath(resourceOf(tags[0]))}#${operationId}`,
  ]),
);

/** Where an object or a call is described. */
export function placeOf(name: string): string {
  const resource = PLACES.get(name);
  return CALL_PLACES.get(name) ?? `${resource === undefined ? paths.apiReference : resourcePath(resource)}#${name}`;
}

/** Whether an anchor was on the only page of the former reference, and is on another page now. */
export const isMoved = (anchor: string): boolean => CALL_PLACES.has(anchor) || PLACES.has(anchor);
