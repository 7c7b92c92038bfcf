import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { processorMs } from '#test/processor.ts';
import { LOG_REDACTION, maskEmails } from './fastify.ts';

it('no secret reaches the log, the rest does', () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const { log } = Fastify({
    logger: { level: 'info', redact: LOG_REDACTION, hooks: { streamWrite: maskEmails }, stream },
  });
  const secret = 's3cret';
  const fields = { password: secret, re_password: secret, new_password: secret, token: secret, uid: secret };
  const err = Object.assign(new Error('duplicate key'), { detail: `Key (email)=(${secret})`, body: fields });
  log.info({ ...fields, body: fields, req2: { headers: { authorization: secret } }, kept: 'kept' }, 'message');
  log.error({ err }, 'unexpected failure');
  log.warn({ reason: `550 5.1.1 <zoé.durand+${secret}@exemple.fr>: unknown` }, 'refused: a.b@exemple.co.uk');
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({
    reason: '550 5.1.1 <[e-mail]>: unknown',
    msg: 'refused: [e-mail]',
  });
  expect(lines.join('')).not.toContain(secret);
  expect(lines.join('')).toMatch(/kept.*message.*duplicate key/s);
});

it('a line that targets the regular expressions (ReDoS) is read at once', async () => {
  const read = () => {
    for (const piece of ['@', 'a@', '@.', 'a.', 'a@b.']) maskEmails(`${piece.repeat(10_000)} @`);
  };
  expect(await processorMs(read)).toBeLessThan(500);
});
