import { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Values of these may be secret, or long. */
const UNSHOWN = /SECRET|TOKEN|KEY|URL|PUBLISHER|COASTAL_LIST/;

/** One sentence per wrong variable, without secrets: `PORT: "abc" is not a number`. */
export const settingSentences = (issues: Issue[], given: NodeJS.ProcessEnv): string =>
  issues.map((issue) => sentenceOf(issue, given)).join('\n');

function sentenceOf(issue: Issue, given: NodeJS.ProcessEnv): string {
  const [name = '', ...field] = issue.path.map(String);
  // An item of a list.
  if (/^\d+$/.test(field.join('.'))) return `${name}: ${JSON.stringify(issue.input)} ${faultOf(issue)}`;
  if (field.length > 0) return `${name}: its field ${field.join('.')} ${faultOf(issue)}`;
  const value = given[name];
  if (value === undefined) return `${name}: required`;
  if (issue.code === 'custom') return `${name}: ${issue.message}`;
  return `${name}: ${UNSHOWN.test(name) ? 'its value' : JSON.stringify(value)} ${faultOf(issue)}`;
}

const FORMATS: Record<string, string> = { url: 'a URL', email: 'an e-mail address' };

function faultOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return typeFaultOf(issue);
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'is empty' : `is below ${issue.minimum}`;
  if (issue.code === 'too_big') return `is above ${issue.maximum}`;
  if (issue.code === 'invalid_value') return `is not one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_format') return `is not ${FORMATS[issue.format] ?? 'of the expected form'}`;
  return `is refused: ${issue.message}`;
}

function typeFaultOf({ input, path, expected }: Extract<Issue, { code: 'invalid_type' }>): string {
  if (input === undefined && path.length > 1) return 'is missing';
  return `is not a ${expected === 'int' ? 'whole number' : expected}`;
}
