import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestApp } from '../server/test/app.ts';
import { composeAll } from '../server/test/mail-cases.ts';

it('every kind of mail is written for its judge', async () => {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://clairisque.fr' } });
  const mails = await composeAll(app);
  for (const { name, content } of mails)
    writeFileSync(join(process.env['MAILS'] ?? '', `mail-${name}.html`), content.html);
  await app.close();
  expect(mails.length).toBeGreaterThan(0);
});
