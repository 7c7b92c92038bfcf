import { openApiV3 } from '@clairisque/contract/api-v3.openapi.ts';
import { expect, it } from 'vitest';
import { RESOURCES } from './resources.ts';

it('each tag of API v3’s document has its page of the reference, in the same order', () => {
  const { tags } = openApiV3('https://clairisque.fr') as { tags: { name: string }[] };
  expect(RESOURCES).toEqual(tags.map(({ name }) => name.toLowerCase()));
});
