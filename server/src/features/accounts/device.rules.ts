import { BROWSER_MAP, OS_MAP, parse } from 'bowser';

/** Real ones are shorter; the sender chooses the length of the header. */
const READ_CHARACTERS = 300;
/** Usual names; for the others, the library's own. */
const BROWSERS: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};
const SYSTEMS: Record<string, string> = { macOS: 'Mac', 'Chrome OS': 'Chromebook' };

/**
 * What a `User-Agent` says about a device, as its owner would recognise it: « Chrome sur Windows », « Safari sur iPhone
 * ». Null for a program that is not a browser. An iPad that requests desktop pages says that it is a Mac.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = parse(userAgent.slice(0, READ_CHARACTERS));
  const system = named(os.name, OS_MAP);
  if (system === null) return null;
  // For an unknown program, the library repeats the header's words.
  const family = named(browser.name, BROWSER_MAP) ?? 'Navigateur inconnu';
  const machine = system === 'iOS' ? platform.model : SYSTEMS[system];
  return `${BROWSERS[family] ?? family} sur ${machine ?? system}`;
}

function named(name: string | undefined, known: Record<string, string>): string | null {
  return name !== undefined && Object.values(known).includes(name) ? name : null;
}
