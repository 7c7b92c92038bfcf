import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { LOGO_ERRORS, LOGO_MAX_BYTES } from '@clairisque/contract/logo.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { ANY_DRAFT } from '#test/issued.ts';
import { createPerson, clientOf, PASSWORD } from '#test/people.ts';
import { send, withToken } from '#test/raw-request.ts';
import { findLogo } from './logo.ts';

const app = sharedApp({ worker: true });

const UPLOAD = '/api/v2/user/logo/upload/';
const PNG = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1');

async function upload(token: string, bytes: Buffer, { name = 'logo.png', field = 'file' } = {}) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const response = await fetch(app.url + UPLOAD, { method: 'POST', headers: withToken(token), body: form });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

async function addressOf(token: string): Promise<string | null> {
  const { body } = await call(app, ['GET', '/api/v2/user/logo/get/'], { token });
  const { logo_url } = body as { logo_url: string | null };
  return logo_url && new URL(logo_url).pathname;
}

/** The logo as an `<img>` gets it, without a token. */
async function shown({ token }: Pick<TestAccount, 'token'>) {
  const response = await fetch(app.url + (await addressOf(token)));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const png = Buffer.from(await response.arrayBuffer());
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { png, info, at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)] };
}

async function uploaded(bytes: Buffer) {
  const account = await createAccount(app);
  expect(await upload(account.token, bytes)).toMatchObject({ status: 200 });
  return shown(account);
}

const filesOf = ({ id }: { id: number }) => {
  try {
    return readdirSync(join(app.filesDir, 'logos', String(id)));
  } catch {
    return [];
  }
};

const plain = (width: number, height: number, background = '#0f3d33') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PNG that declares those dimensions, with one row of pixels. */
function declaredPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32BE(data.length, 0);
    sizes.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([sizes.subarray(0, 4), named, sizes.subarray(4)]);
  };
  const rows = deflateSync(Buffer.alloc(1 + 3 * width));
  return Buffer.concat([PNG, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('an accepted file becomes a printable PNG', () => {
  it('a transparent PNG keeps its transparency, loses its margins and metadata', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect x="200" y="400" width="400" height="100" fill="#1b8a5a"/><circle cx="400" cy="450" r="30" fill="#fff" fill-opacity="0.5"/></svg>`;
    const png = await sharp(Buffer.from(svg))
      .withExif({ IFD0: { Artist: 'Jean Secret' } })
      .png()
      .toBuffer();
    const logo = await uploaded(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]));
    expect([logo.info.width, logo.info.height, logo.info.channels]).toEqual([400, 100, 4]);
    expect(logo.png.toString('latin1')).not.toMatch(/Jean Secret|<script>|eXIf/);
    const round = await sharp(Buffer.from(svg.replace('rect', 'g')))
      .png()
      .toBuffer();
    expect((await uploaded(round)).at(0, 0)[3]).toBe(0);
  });

  it('a CMYK JPEG is printed in the colours that it had', async () => {
    const { at } = await uploaded(await plain(60, 40, '#e30613').toColourspace('cmyk').jpeg().toBuffer());
    const [red = 0, green = 255, blue = 255] = at(30, 20);
    expect(red).toBeGreaterThan(200);
    expect(Math.max(green, blue)).toBeLessThan(60);
  });

  it('EXIF rotation is applied; white margins are removed, a coloured background stays', async () => {
    const sideways = await plain(80, 40)
      .composite([{ input: await plain(20, 20, '#ff0000').png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const { info, at } = await uploaded(sideways);
    expect([info.width, info.height]).toEqual([40, 80]);
    expect(at(35, 5)).toEqual([255, 0, 0, 255]);
    const framed = plain(80, 40).extend({ top: 9, bottom: 9, left: 30, right: 9, background: '#fff' }).png();
    expect((await uploaded(await framed.toBuffer())).info).toMatchObject({ width: 80, height: 40 });
  });

  it('an animated GIF: its first image; a large picture shrinks, a small one does not grow', async () => {
    const frames = [await plain(30, 30, '#ff0000').png().toBuffer(), await plain(30, 30, '#0000ff').png().toBuffer()];
    const { info, at } = await uploaded(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    expect([info.width, info.height]).toEqual([30, 30]);
    expect(at(15, 15)).toEqual([255, 0, 0, 255]);
    expect((await uploaded(await plain(4000, 1000).jpeg().toBuffer())).info).toMatchObject({
      width: 1200,
      height: 300,
    });
  });

  it('LO-02 exactly 5 MB', async () => {
    const jpeg = await plain(60, 40).jpeg().toBuffer();
    const largest = Buffer.concat([jpeg, Buffer.alloc(LOGO_MAX_BYTES - jpeg.length)]);
    expect((await uploaded(largest)).info.width).toBe(60);
  });
});

describe('refused files → the prescribed sentences', () => {
  const refusals: [string, () => Promise<Buffer> | Buffer, string][] = [
    ['a PDF named .png', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'logo.png'],
    ['HTML named .jpg', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'logo.jpg'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'logo.svg'],
    ['WebP', () => plain(9, 9).webp().toBuffer(), 'logo.png'],
    ['an empty file', () => Buffer.alloc(0), 'logo.png'],
    ['a script behind the signature of a GIF', () => Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;'), 'logo.gif'],
    ['a PNG cut in two', async () => (await noise()).subarray(0, 9_000), 'logo.png'],
    [
      'a JPEG cut in two',
      async () =>
        (
          await sharp(await noise())
            .jpeg()
            .toBuffer()
        ).subarray(0, 2_000),
      'a.jpg',
    ],
    ['a bomb: 20 000 × 20 000 pixels declared', () => declaredPng(20_000, 20_000), 'logo.png'],
    ['dimensions of zero', () => declaredPng(0, 5), 'logo.png'],
  ];
  const noise = () =>
    sharp({
      create: {
        width: 90,
        height: 90,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();

  it.each(refusals)('LO-02 %s', async (_, make, name) => {
    const account = await createAccount(app);
    expect(await upload(account.token, await make(), { name })).toEqual({
      status: 400,
      body: { error: LOGO_ERRORS.type },
    });
    expect(filesOf(account)).toEqual([]);
  });

  it('LO-02 5 MB and one byte; 6 MB announced, or without an end', async () => {
    const { token } = await createAccount(app);
    const tooLarge = { status: 400, body: { error: LOGO_ERRORS.size } };
    expect(await upload(token, Buffer.concat([PNG, Buffer.alloc(LOGO_MAX_BYTES - PNG.length + 1)]))).toEqual(tooLarge);
    expect(await upload(token, Buffer.alloc(6_291_456))).toEqual(tooLarge);
    const type = { 'content-type': 'multipart/form-data; boundary=X', 'transfer-encoding': 'chunked' };
    const body = Buffer.concat([
      Buffer.from('--X\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      Buffer.alloc(20_000_000),
    ]);
    const answer = await send(app, ['POST', UPLOAD], { headers: { ...type, ...withToken(token) }, body });
    expect([answer.status, answer.json]).toEqual([400, tooLarge.body]);
  });

  it('LO-02 no file: no body, another field, JSON, a form that cannot be read', async () => {
    const { token } = await createAccount(app);
    const none = { status: 400, body: { error: LOGO_ERRORS.none } };
    expect(await upload(token, PNG, { field: 'autre' })).toEqual(none);
    expect(await call(app, ['POST', UPLOAD], { token })).toMatchObject(none);
    expect(await call(app, ['POST', UPLOAD], { token, body: { file: 'a' } })).toMatchObject(none);
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=X', 'multipart/form-data; boundary=Y']) {
      const headers = { 'content-type': type, ...withToken(token) };
      const body = '--X\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--X--\r\n';
      expect((await send(app, ['POST', UPLOAD], { headers, body })).json).toEqual(none.body);
    }
    expect((await call(app, ['POST', UPLOAD])).status).toBe(401);
  });
});

describe('one logo per account', () => {
  it('LO-04 shown at a secret address for a day; replaced, then deleted, with their files', async () => {
    const account = await createAccount(app);
    expect(await addressOf(account.token)).toBeNull();
    expect(await upload(account.token, await plain(50, 20).png().toBuffer())).toEqual({
      status: 200,
      body: { message: 'Logo uploadé avec succès !', logo_url: expect.stringContaining('/api/v2/user/logo/image/') },
    });
    const first = await addressOf(account.token);
    await upload(account.token, await plain(60, 20).png().toBuffer());
    expect((await fetch(app.url + first)).status).toBe(404);
    expect((await shown(account)).info.width).toBe(60);
    expect(await findLogo(app.deps, account.id)).toEqual((await shown(account)).png);
    await expect.poll(() => filesOf(account)).toHaveLength(1);

    const address = (await addressOf(account.token)) ?? '';
    expect((await fetch(app.url + address.replace(/.{4}\/$/, 'AAAA/'))).status).toBe(404);
    const { clock } = app.deps;
    app.deps.clock = () => new Date(clock().getTime() + 86_401_000);
    expect((await fetch(app.url + address)).status).toBe(404);
    app.deps.clock = clock;

    const gone = { status: 200, body: { message: 'Logo supprimé avec succès !' } };
    const remove = () => call(app, ['DELETE', '/api/v2/user/logo/delete/'], { token: account.token });
    expect(await remove()).toMatchObject(gone);
    expect(await remove()).toMatchObject(gone);
    expect((await fetch(app.url + address)).status).toBe(404);
    expect(await findLogo(app.deps, account.id)).toBeNull();
    await expect.poll(() => filesOf(account)).toEqual([]);
  });

  it('four uploads at once: one row, its file alone', async () => {
    const account = await createAccount(app);
    const sizes = [41, 42, 43, 43];
    const answers = await Promise.all(
      sizes.map(async (width) => upload(account.token, await plain(width, 20).png().toBuffer())),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expect.poll(() => filesOf(account)).toHaveLength(1);
    expect(sizes).toContain((await shown(account)).info.width);
  });

  it('a lost file is logged, not a refusal; the logo is erased with its account', async () => {
    const person = await createPerson(app);
    const token = await clientOf(app).sessionOf(person);
    await upload(token, await plain(50, 20).png().toBuffer());
    expect(await findLogo({ ...app.deps, files: { ...app.deps.files, get: lost } }, person.id)).toBeNull();
    expect(filesOf(person)).toHaveLength(1);
    const answer = await call(app, ['DELETE', '/api/v2/users/me/'], { token, body: { current_password: PASSWORD } });
    expect(answer.status).toBe(204);
    await expect.poll(() => filesOf(person)).toEqual([]);
  });
  const lost = () => Promise.reject(new Error('ENOENT'));
});

it('a form of 490,000 empty parts, one with 900,000 headers → 400, and the rest of it is not parsed', async () => {
  const { token } = await createAccount(app);
  const headers = { ...withToken(token), 'content-type': 'multipart/form-data; boundary=x' };
  const before = process.cpuUsage();
  for (const parts of ['--x\r\n\r\n\r\n'.repeat(490_000), `--x\r\n${'a:b\r\n'.repeat(900_000)}\r\n\r\n`]) {
    const answer = await fetch(app.url + UPLOAD, { method: 'POST', headers, body: `${parts}--x--\r\n` });
    expect([answer.status, await answer.json()]).toEqual([400, { error: LOGO_ERRORS.none }]);
  }
  // Parsing all of it takes two seconds; the server shares this process.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});

it('LO-03 the next statement carries the logo on its first page', async () => {
  const account = await createAccount(app, 1);
  const { token } = account;
  await upload(token, await plain(311, 127, '#c77700').png().toBuffer());
  const { id } = await app.database.db
    .insertInto('statement')
    .values({ account_id: account.id, ...(await realDraft()) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const generated = await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token });
  expect(generated).toMatchObject({ status: 200 });
  const pdf = await call(app, ['GET', `/api/v2/download_pdf_proxy/${id}/`], { token });
  const pictures = String(pdf.body).match(/\/Subtype \/Image[^>]*?>>/g) ?? [];
  expect(pictures.filter((one) => /\/Width 311\b/.test(one) && /\/Height 127\b/.test(one))).toHaveLength(1);
});

async function realDraft() {
  const point = { longitude: 2.4745, latitude: 49.0325 };
  const { body } = await call(app, ['POST', `/api/v2/cadastre/proximite/${point.longitude}/${point.latitude}/`]);
  const [parcel] = body as { prefixe: string; section: string; numero: string; commune: string }[];
  const cadastre = `${parcel?.prefixe}-${parcel?.section}-${parcel?.numero}`;
  return { ...ANY_DRAFT, ...point, cadastre, code_parcelle: `${cadastre}@${parcel?.commune}` };
}
