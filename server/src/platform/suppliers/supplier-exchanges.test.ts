import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startLocalServer } from '#tools/local-server.ts';
import { QUICK } from '#test/supplier-deps.ts';
import { createHttpClient } from './http-client.ts';
import { createRecorder, packLines, packTogether, unpackLines } from './supplier-exchanges.ts';

test('long bodies and files are stored as digests, credentials of the URL not at all', async () => {
  const long = JSON.stringify({ rows: 'x'.repeat(3_000_000) });
  const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe]);
  const supplier = await startLocalServer(({ url }) =>
    url.pathname.endsWith('.pdf') ? { body: pdf, contentType: 'application/octet-stream' } : { body: long },
  );
  const limits = { ...QUICK, timeoutMs: 60_000, totalMs: 120_000, maxBytes: 5_000_000 };
  const baseUrl = supplier.baseUrl.replace('http://', 'http://name:password@');
  const headers = { authorization: 'Bearer never-kept' };
  const recorder = createRecorder(() => new Date('2026-11-21T12:00:00Z'));
  const http = recorder.over(createHttpClient({ service: 'essai', baseUrl, limits, headers }));
  for (const path of ['/first', '/second', '/plan.pdf']) await http.send({ path });
  await supplier.close();

  const lines = recorder.lines() ?? '';
  const kept = unpackLines(await packTogether([lines, packLines(lines)]));
  expect(kept).toHaveLength(6);
  expect(kept.slice(0, 3)).toMatchObject([
    { url: `${supplier.baseUrl}/first`, body: long },
    { url: `${supplier.baseUrl}/second`, body: null, bytes: long.length },
    { body: null, sha256: createHash('sha256').update(pdf).digest('hex') },
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/password|never-kept/);
});
