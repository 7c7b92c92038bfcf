import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const roomy = createPasswords({ atOnce: 1, waiting: 100 });

it('a hash verifies its password alone, and two hashes of one password differ', async () => {
  const [first, second] = await Promise.all([roomy.hash('Abcdef1!'), roomy.hash('Abcdef1!')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await roomy.verify('Abcdef1!', first)).toBe(true);
  expect(await roomy.verify('Abcdef1?', first)).toBe(false);
});

it('a hash of another cost verifies; nobody’s and an unusable one never do', async () => {
  // Made with m=8, t=1, of « password » by this same program.
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$BbbKj4A4toOIetSRZTOFi0nLUgQBJsE09Mbp2HEbjAk';
  expect(await roomy.verify('password', cheap)).toBe(true);
  for (const phc of [null, 'none', '', '$argon2id$v=19$m=19456,t=2,p=1$$'])
    expect(await roomy.verify('password', phc)).toBe(false);
});

it('beyond the waiting line, the refusal comes at once and the others are served', async () => {
  const tight = createPasswords({ atOnce: 1, waiting: 2 });
  const flood = Array.from({ length: 8 }, () => tight.verify('Abcdef1!', null));
  const results = await Promise.allSettled(flood);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3);
  expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
});

it('hashing leaves the event loop free', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 2);
  await Promise.all(Array.from({ length: 6 }, () => roomy.verify('Abcdef1!', null)));
  clearInterval(timer);
  // On the loop itself, six hashes would let it turn six times at most.
  expect(ticks).toBeGreaterThan(12);
});

it.each(['password123', '12345678', '1234567', '666', '123', 'motdepasse'])('%s is common', async (password) => {
  expect((await roomy.common()).has(password)).toBe(true);
});
