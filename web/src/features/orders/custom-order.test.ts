import { describe, expect, it } from 'vitest';
import { DEFAULT_ORDER, entryOf, errorIn, orderIn, reduceEntry, type EntryEvent } from './custom-order.ts';

const start = (duration = 'illimité') => entryOf({ ...DEFAULT_ORDER, duration });
const after = (duration: string, ...events: EntryEvent[]) => {
  const { text, notice } = events.reduce(reduceEntry, start(duration));
  return [text, notice?.sentence ?? null];
};

describe('the quantity of the simulator', () => {
  it.each<[string, EntryEvent, [string, string | null]]>([
    ['illimité', { type: 'typed', text: '1a2,' }, ['12', null]],
    ['illimité', { type: 'typed', text: '007' }, ['7', null]],
    ['illimité', { type: 'typed', text: '10000' }, ['10000', null]],
    ['illimité', { type: 'typed', text: '10001' }, ['10000', 'Maximum 10 000 crédits']],
    ['illimité', { type: 'typed', text: '' }, ['', null]],
    ['1', { type: 'typed', text: '25' }, ['25', null]],
    ['6', { type: 'pasted', text: '10\u00A0000 crédits' }, ['10000', null]],
    ['6', { type: 'pasted', text: '9'.repeat(400) }, ['10000', 'Maximum 10 000 crédits']],
    ['2', { type: 'pasted', text: '12' }, ['200', 'Minimum 200 crédits pour cette durée']],
    ['illimité', { type: 'stepped', by: 10 }, ['11', null]],
    ['illimité', { type: 'stepped', by: -1 }, ['1', 'Minimum 1 crédits pour cette durée']],
    ['illimité', { type: 'moved to', quantity: 10_000 }, ['10000', null]],
    ['illimité', { type: 'duration chosen', duration: '3' }, ['300', 'Minimum 300 crédits pour cette durée']],
  ])('%s, %o → %o', (duration, event, shown) => {
    expect(after(duration, event)).toEqual(shown);
  });

  it.each([
    ['1', '25', ['100', 'Minimum 100 crédits pour cette durée']],
    ['illimité', '', ['1', 'Minimum 1 crédits pour cette durée']],
    ['1', '250', ['250', null]],
  ])('%s, « %s » typed, then the field left → %o', (duration, text, shown) => {
    expect(after(duration, { type: 'typed', text }, { type: 'settled' })).toEqual(shown);
  });

  it('too much typed, then the field left → the notice stays', () => {
    const events: EntryEvent[] = [{ type: 'typed', text: '99999' }, { type: 'settled' }];
    expect(after('illimité', ...events)).toEqual(['10000', 'Maximum 10 000 crédits']);
  });

  it('300 over three months, then unlimited → stays 300', () => {
    const events: EntryEvent[] = [
      { type: 'duration chosen', duration: '3' },
      { type: 'duration chosen', duration: 'illimité' },
    ];
    expect(after('illimité', ...events)).toEqual(['300', null]);
  });

  it('an unfinished number → no order, and the sentence of a refusal', () => {
    const entry = reduceEntry(start('1'), { type: 'typed', text: '25' });
    expect(orderIn(entry)).toBeNull();
    expect(errorIn(entry)?.message).toBe('La quantité minimale est de 100 crédits.');
    expect(orderIn(reduceEntry(entry, { type: 'typed', text: '250' }))).toEqual({ quantity: 250, duration: '1' });
  });
});
