import { expect, it } from 'vitest';
import { findJsonFault } from './json-fault.ts';

/** Messages of Python 3.11: `json.loads(text)`. */
it.each([
  ['', 'Expecting value: line 1 column 1 (char 0)'],
  ['  ', 'Expecting value: line 1 column 3 (char 2)'],
  ['{', 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ['{ 1', 'Expecting property name enclosed in double quotes: line 1 column 3 (char 2)'],
  ['{"a"}', "Expecting ':' delimiter: line 1 column 5 (char 4)"],
  ['{"a":}', 'Expecting value: line 1 column 6 (char 5)'],
  ['{"a":1', "Expecting ',' delimiter: line 1 column 7 (char 6)"],
  ['{"a":1,}', 'Expecting property name enclosed in double quotes: line 1 column 8 (char 7)'],
  ['[1,]', 'Expecting value: line 1 column 4 (char 3)'],
  ['[1 2]', "Expecting ',' delimiter: line 1 column 4 (char 3)"],
  ['{"a":[{}, {"b":\n tru}]}', 'Expecting value: line 2 column 2 (char 17)'],
  ['[-]', 'Expecting value: line 1 column 2 (char 1)'],
  ['01', 'Extra data: line 1 column 2 (char 1)'],
  ['{} {}', 'Extra data: line 1 column 4 (char 3)'],
  ['"abc', 'Unterminated string starting at: line 1 column 1 (char 0)'],
  ['"ab\ncd"', 'Invalid control character at: line 1 column 4 (char 3)'],
  ['"a\\x"', 'Invalid \\escape: line 1 column 3 (char 2)'],
  ['"😀\\u12"', 'Invalid \\uXXXX escape: line 1 column 4 (char 3)'],
  ['\uFEFF{}', 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)'],
])('%j → %s', (text, message) => {
  expect(findJsonFault(text)).toBe(message);
});
