import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { call, createAccount, sharedApp } from '#test/app.ts';
import { draftAt } from '#test/wizard.ts';

const app = sharedApp();
function children(): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[1]) === process.pid)
        ticks += Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]);
    } catch {}
  }
  return ticks * 10;
}
const cpu = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 + children();

it('cost', async () => {
  const account = await createAccount(app, 40);
  const { token } = account;
  const points = [
    { longitude: 5.0415, latitude: 47.322 },
    { longitude: 2.4745, latitude: 49.0325 },
  ];
  const out: string[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const body = await draftAt(app, points[round % 2] as never);
    const { erp_id: id } = (await call(app, ['POST', '/api/v2/erp/me/create/'], { token, body })).body as {
      erp_id: number;
    };
    const a = cpu();
    expect((await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token })).status).toBe(200);
    const b = cpu();
    await call(app, ['PUT', `/api/v2/erp/${id}/questions/reponses/`], {
      token,
      body: { reponses: [{ question: 'signature.lieu', valeur: 'Senlis' }] },
    });
    const c = cpu();
    expect((await call(app, ['POST', `/api/v2/erp/${id}/completer/`], { token })).status).toBe(201);
    const d = cpu();
    out.push(
      `generation ${Math.round(b - a)} answer ${Math.round(c - b)} completion ${Math.round(d - c)} ratio ${((d - c) / (b - a)).toFixed(2)}`,
    );
    ratios.push((d - c) / (b - a));
  }
  writeFileSync('/work/tmp/file39/cost.txt', out.join('\n') + '\n');
}, 600_000);
