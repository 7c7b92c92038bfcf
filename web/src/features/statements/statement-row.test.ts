import { expect, it } from 'vitest';
import { fold } from './statement-row.ts';

it.each([
  ['Trương', 'Trương'.normalize('NFD')],
  ['Trương'.normalize('NFD'), 'truong'],
  ['Guivarcʼh', "Guivarc'h"],
  ['Teʻura', 'Te’ura'],
  ['Joseﬁne', 'josefine'],
])('%j is found as %j', (name, typed) => expect(fold(name)).toContain(fold(typed)));
