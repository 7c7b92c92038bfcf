import { describe, expect, it } from 'vitest';
import { readSecretToken, secretToken } from './secret-link.ts';

const KEY = Buffer.alloc(32, 7);
const ID = '0e37df36-f698-4e53-8a07-64a0c11a0ce0';
const token = secretToken(KEY, 'remise', ID);

describe('secret token', () => {
  it('contains its id, and is valid in a URL', () => {
    expect(token).toMatch(/^[\w-]{40,64}$/);
    expect(readSecretToken(KEY, 'remise', token)).toBe(ID.replaceAll('-', ''));
  });

  it('is invalid for another kind, or with another key', () => {
    expect(readSecretToken(KEY, 'agenda', token)).toBeNull();
    expect(readSecretToken(Buffer.alloc(32, 8), 'remise', token)).toBeNull();
  });

  it('any letter changed, added or left out → null', () => {
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(readSecretToken(KEY, 'remise', token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
    }
    for (const wrong of ['', 'A', token.slice(1), `${token}A`, `${token}=`, ` ${token}`]) {
      expect(readSecretToken(KEY, 'remise', wrong)).toBeNull();
    }
  });
});
