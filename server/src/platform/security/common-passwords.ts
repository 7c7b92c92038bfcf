/** Shorter than the first in the library's list, and as common. */
const SHORT_ONES = ['000', '123', '666', '777', 'abc'];

/** The 49 000 most common passwords, in lower case: some 400 kB, imported when a password is first chosen. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...SHORT_ONES]);
}
