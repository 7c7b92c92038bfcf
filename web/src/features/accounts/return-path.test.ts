import { describe, expect, it } from 'vitest';
import { loginFor } from '#lib/guard.ts';
import { wantedFrom } from './return-path.ts';

describe('where a sign-in leads', () => {
  it.each(['/developpeurs/cles', '/developpeurs/webhooks', '/imports', '/imports/12', '/etat/7'])(
    '%s → back to it, named',
    (path) => {
      const wanted = wantedFrom(new URL(loginFor(path), 'https://clairisque.example').search);
      expect(wanted?.path).toBe(path);
      expect(wanted?.what).not.toBe('');
    },
  );

  it.each([
    '',
    '/',
    '/Tarifs',
    '//ailleurs.example/imports',
    'https://ailleurs.example/imports',
    '/\\ailleurs.example',
    '/imports/..%2F..%2FSupprimerCompte',
    '/imports/javascript:alert(1)',
    'imports',
  ])('%j → nowhere else', (path) => {
    expect(wantedFrom(`?retour=${encodeURIComponent(path)}`)).toBeNull();
  });
});
