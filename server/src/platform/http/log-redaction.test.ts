import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { LOG_REDACTION } from './log-redaction.ts';

it('no secret reaches the log, the rest does', () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const { log } = Fastify({ logger: { level: 'info', redact: LOG_REDACTION, stream } });
  const secret = 's3cret';
  const fields = { password: secret, re_password: secret, new_password: secret, token: secret, uid: secret };
  const err = Object.assign(new Error('duplicate key'), { detail: `Key (email)=(${secret})`, body: fields });
  log.info({ ...fields, body: fields, req2: { headers: { authorization: secret } }, kept: 'kept' }, 'message');
  log.error({ err }, 'unexpected failure');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain(secret);
  expect(lines.join('')).toMatch(/kept.*message.*duplicate key/s);
});
