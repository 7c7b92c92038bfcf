import { expect, it } from 'vitest';
import { sayOnce } from './say-once.ts';

it('a cause is said once a minute, whatever the number of its failures; another one at once', () => {
  let now = 0;
  const said: string[] = [];
  const say = sayOnce(
    (cause) => void said.push(`${now / 1_000} ${cause}`),
    () => now,
  );
  for (now = 0; now < 150_000; now += 1_000) say('away');
  now = 150_000;
  say('refused');
  expect(said).toEqual(['0 away', '60 away', '120 away', '150 refused']);
});

it('causes that are all different → only the last ones are remembered', () => {
  const said: string[] = [];
  const say = sayOnce(
    (cause) => void said.push(cause),
    () => 0,
  );
  for (let n = 0; n < 1_000; n += 1) say(`request ${n}`);
  say('request 999');
  say('request 0');
  expect(said).toHaveLength(1_001);
});
