import { MOST_RECIPIENTS } from '@clairisque/contract/handovers.ts';
import { isEmail, legible } from '@clairisque/contract/common/text.ts';
import { typeset } from '#lib/typeset.ts';

export type Recipient = { email: string; nom: string };

/** Recipients typed in a field, once each, and one sentence for each fault. */
export function readRecipients(typed: string): { people: Recipient[]; faults: string[] } {
  const read = entriesOf(typed).map(recipientOf);
  const people = new Map<string, Recipient>();
  for (const one of read) {
    const key = one.email.toLowerCase();
    if (!people.has(key)) people.set(key, one);
  }
  const all = [...people.values()];
  const faults = all
    .filter(({ email }) => !isEmail(email))
    .map(({ email }) => `« ${shown(email)} » n’est pas une adresse e-mail complète.`);
  if (all.length > MOST_RECIPIENTS)
    faults.push(
      `${all.length} personnes, ${MOST_RECIPIENTS} au plus par envoi : retirez-en ${all.length - MOST_RECIPIENTS}.`,
    );
  return { people: all, faults: faults.map(typeset) };
}

/** One a line, or between commas or semicolons, as mail programs copy them: « "Durand, Chloé" <chloe@exemple.fr> ». */
function entriesOf(typed: string): string[] {
  const entries = typed.match(/(?:"[^"\n]*"|[^,;\n])+/g) ?? [];
  return entries
    .map((entry) => legible(entry).trim())
    .flatMap((entry) => (isListOfAddresses(entry) ? entry.split(/\s+/) : [entry]))
    .filter((entry) => entry !== '');
}

const isListOfAddresses = (entry: string): boolean => entry.split(/\s+/).every((part) => part.includes('@'));

function recipientOf(entry: string): Recipient {
  const [, name = '', email] = /^(.*?)\s*<([^<>]*)>$/u.exec(entry) ?? [];
  if (email === undefined) return { email: entry, nom: '' };
  return { email: email.trim(), nom: name.replaceAll('"', '').trim().slice(0, 100) };
}

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
