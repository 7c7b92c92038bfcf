/** Shorter than what the library's list starts with, and as common. */
const SHORT_ONES = ['000', '123', '666', '777', 'abc'];

/** The 49 000 commonest passwords, in lower case: some 400 kB, imported at the first password that is chosen. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...SHORT_ONES]);
}
