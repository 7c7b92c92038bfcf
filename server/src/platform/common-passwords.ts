/** Commonest of all, below the length at which the list of the library starts. */
const TOO_SHORT_FOR_THE_LIST = ['123', '000', '666', '777', 'abc'];

let common: Promise<ReadonlySet<string>> | null = null;

/** The 49 000 commonest passwords, in lower case; some 400 kB, read at the first password that is chosen. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= load();
  return common;
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...TOO_SHORT_FOR_THE_LIST]);
}
