import { parseCadastralReference } from '@clairisque/contract/common/cadastral-reference.ts';
import { expect, it } from 'vitest';
import { QUESTION_GROUPS } from './questions.ts';

it('the cadastral references given as examples → step 1 reads each of them as one parcel', () => {
  const answers = QUESTION_GROUPS.flatMap(({ questions }) => questions).find(
    ({ id }) => id === 'quelle-parcelle',
  )?.answer;
  const examples = [...(answers?.join(' ') ?? '').matchAll(/« ([^»]+) »/g)].map(([, example]) => example ?? '');
  expect(examples).toHaveLength(2);
  for (const example of examples) {
    expect(parseCadastralReference(example)).toMatchObject({ section: 'AB', numero: '0123', mayBeAddress: false });
  }
});
