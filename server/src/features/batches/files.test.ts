import { describe, expect, it } from 'vitest';
import { sharedApp } from '#test/app.ts';
import { callV3, createKeyOwner, type KeyOwner, SALE } from '#test/keys.ts';

const ADDRESS = '4 Rue des Lilas 95190 Goussainville';

const app = sharedApp({ worker: true });

describe('a file', () => {
  const send = async (owner: KeyOwner, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/v3/batches/columns`, {
      method: 'POST',
      headers: { authorization: `Token ${owner.token}`, 'content-type': 'text/csv', ...headers },
      body,
    });

  it('of 80 MB → 413, unread; of another type → 415', async () => {
    const owner = await createKeyOwner(app, 0);
    expect((await send(owner, Buffer.alloc(80 * 1024 * 1024, 'a'))).status).toBe(413);
    expect((await send(owner, '{}', { 'content-type': 'application/json' })).status).toBe(415);
  });

  it('of 80 MB, of 10,001 lines, of a bomb of columns, or as many rows in JSON → one clear problem of API v3', async () => {
    const owner = await createKeyOwner(app, 0);
    const csv = (body: string | Buffer) =>
      fetch(`${app.url}/api/v3/batches/csv?start=manual&transaction=sale`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.key}`,
          'content-type': 'text/csv',
          'idempotency-key': crypto.randomUUID(),
        },
        body,
      });
    const answers = [
      await csv(Buffer.alloc(80 * 1024 * 1024, 'a')),
      await csv(`Adresse\n${`${ADDRESS}\n`.repeat(10_001)}`),
      await csv(`Adresse${';a'.repeat(9_000)}\n1`),
    ];
    const problems = await Promise.all(answers.map(async (answer) => (await answer.json()) as Record<string, unknown>));
    expect(problems).toMatchObject([
      { status: 413, code: 'too_large' },
      { status: 400, code: 'invalid_input', detail: expect.stringMatching(/plus de 10\s000 lignes/) },
      { status: 400, code: 'invalid_input', detail: expect.stringMatching(/plus de 100 colonnes/) },
    ]);
    const many = await callV3(app, ['POST', '/batches'], {
      key: owner.key,
      body: { rows: Array.from({ length: 10_001 }, () => SALE) },
      headers: { 'idempotency-key': 'lignes' },
    });
    expect([many.status, many.json['code'], many.json['errors']]).toEqual([
      400,
      'invalid_input',
      [expect.objectContaining({ detail: expect.stringMatching(/plus de 10\s000 éléments/) })],
    ]);
    expect((await callV3(app, ['GET', '/batches'], { key: owner.key })).json['data']).toEqual([]);
  });

  it('the site reads its columns and follows its progress', async () => {
    const owner = await createKeyOwner(app, 5);
    const csv = `Réf;Adresse du bien;Type\nA1;${ADDRESS};vente\n`;
    expect(await (await send(owner, csv)).json()).toEqual({
      columns: [
        { name: 'Réf', examples: ['A1'], field: 'reference' },
        { name: 'Adresse du bien', examples: [ADDRESS], field: 'address' },
        { name: 'Type', examples: ['vente'], field: 'transaction' },
      ],
      rows: 1,
    });
    const headers = { authorization: `Token ${owner.token}`, 'content-type': 'text/csv' };
    const query = new URLSearchParams({ name: 'Import.csv', start: 'manual', columns: ',address,transaction' });
    const made = await fetch(`${app.url}/api/v3/batches/csv?${query.toString()}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'du-site' },
      body: csv,
    });
    const { id } = (await made.json()) as { id: string };
    const events = await fetch(`${app.url}/api/v3/batches/${id}/progress`, { headers });
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    const sent = (await events.text()).split('\n\n').filter((event) => event.startsWith('data: '));
    expect(JSON.parse(sent.at(-1)?.slice(6) ?? '')).toMatchObject({ status: 'ready', rows: { ready: 1 } });
  });
});
