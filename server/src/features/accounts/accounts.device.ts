import { BROWSER_MAP, OS_MAP, parse } from 'bowser';

/** Those that exist are shorter; the header is as long as its sender likes. */
const READ_CHARACTERS = 300;
/** As people call them; for the others, the library's own names. */
const BROWSERS: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};
const SYSTEMS: Record<string, string> = { macOS: 'Mac', 'Chrome OS': 'Chromebook' };

/**
 * What a `User-Agent` tells of a device that its owner would recognise, and no more: « Chrome sur Windows », « Safari sur
 * iPhone ». Null for a program that is no browser. An iPad that asks for the pages of a computer says that it is a Mac.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = parse(userAgent.slice(0, READ_CHARACTERS));
  const system = named(os.name, OS_MAP);
  if (system === null) return null;
  // Of what it does not know, the library repeats the words.
  const family = named(browser.name, BROWSER_MAP) ?? 'Navigateur inconnu';
  const machine = system === 'iOS' ? platform.model : SYSTEMS[system];
  return `${BROWSERS[family] ?? family} sur ${machine ?? system}`;
}

function named(name: string | undefined, known: Record<string, string>): string | null {
  return name !== undefined && Object.values(known).includes(name) ? name : null;
}
