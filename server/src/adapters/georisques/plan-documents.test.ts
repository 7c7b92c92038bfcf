import { createHash } from 'node:crypto';
import { afterEach, describe, expect, inject, it } from 'vitest';
import type { Ppr } from '#domain/risks/facts.ts';
import { aPlace, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalAnswer, type LocalServer } from '#tools/local-server.ts';
import { createGeorisques } from './georisques.ts';
import type { Georisques } from '#adapters/suppliers.ts';

/** Centres of the simulated towns. */
const CENTRES: Record<string, { longitude: number; latitude: number }> = {
  '31555': { longitude: 1.4437, latitude: 43.6043 },
  '45234': { longitude: 1.9093, latitude: 47.9025 },
  '37261': { longitude: 0.6848, latitude: 47.3941 },
  '65286': { longitude: -0.0466, latitude: 43.0947 },
  '80182': { longitude: 1.493, latitude: 50.182 },
  '17306': { longitude: -1.028, latitude: 45.623 },
};

describe('documents of a plan, from the simulators', () => {
  const deps = supplierDeps();
  const baseUrl = `${inject('simulatorsUrl')}/georisques/api`;
  const limits = { ...deps.limits, attempts: 1, perSecond: 10_000 };
  const supplierWithin = (more: Partial<typeof limits>): Georisques =>
    createGeorisques({ baseUrl, token: 'simulated-token', ...deps, limits: { ...limits, ...more } });
  const georisques = supplierWithin({});
  /** Ends the wait for a slow document; what else it reads comes sooner on any machine. */
  const hurried = supplierWithin({ timeoutMs: 5_000, totalMs: 10_000 });

  async function planOf(supplier: Georisques, inseeCode: string): Promise<Ppr> {
    const fact = await supplier.ppr('pprn', aPlace({ ...CENTRES[inseeCode], inseeCodes: [inseeCode] }));
    const [plan] = fact.state === 'obtained' ? fact.value : [];
    if (plan === undefined) throw new Error(`no plan in ${inseeCode}`);
    return plan;
  }

  it('are complete, the map first, with their hashes', async () => {
    const plan = await planOf(georisques, '31555');
    const planDocuments = await georisques.planDocuments(plan);
    expect(planDocuments.map(({ kind, number, title }) => [kind, number, title])).toEqual([
      ['zonage', 1, 'Plan de zonages réglementaires - PPR - Toulouse'],
      ['reglement', 1, 'Règlement du PPR - PPR - Toulouse'],
    ]);
    for (const { pdf } of planDocuments) {
      expect(Buffer.from(pdf?.bytes ?? []).toString('latin1')).toMatch(/^%PDF-[^]+%%EOF\n$/u);
      expect(pdf?.sha256).toBe(
        createHash('sha256')
          .update(pdf?.bytes ?? '')
          .digest('hex'),
      );
    }
  });

  it.each([
    ['45234', 'more than 2 MB'],
    ['37261', 'a page instead of a PDF'],
    ['65286', 'cut'],
    ['80182', 'slow'],
  ])('%s: a règlement that is %s is missing, its map is there', async (inseeCode) => {
    const supplier = inseeCode === '80182' ? hurried : georisques;
    const planDocuments = await supplier.planDocuments(await planOf(supplier, inseeCode));
    expect(planDocuments.map(({ kind, pdf }) => [kind, pdf !== null])).toEqual([
      ['zonage', true],
      ['reglement', false],
    ]);
  });

  it('none for a plan without documents, a prescribed plan, or without a token', async () => {
    expect(await georisques.planDocuments({ family: 'pprn', gasparId: '99DDT19990000' })).toEqual([]);
    expect(await georisques.planDocuments(await planOf(georisques, '17306'))).toEqual([]);
    const plan = await planOf(georisques, '31555');
    expect(await createGeorisques({ baseUrl, token: null, ...supplierDeps() }).planDocuments(plan)).toEqual([]);
    expect(await georisques.planDocuments({ ...plan, gasparId: null })).toEqual([]);
  });
});

describe('an unexpected supplier', () => {
  let server: LocalServer;
  afterEach(() => server.close());
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  const plan = { family: 'pprn', gasparId: '25DDT20080012' } as const;
  const named = (type: string, uuidDocument: string) => ({ type, titre: null, uuidDocument });

  async function documentsOf(documents: object[], answer: LocalAnswer, now = (): Date => new Date()) {
    server = await startLocalServer(({ url }) =>
      url.pathname.includes('/documents/') ? answer : { body: JSON.stringify({ documents }) },
    );
    const supplier = createGeorisques({ baseUrl: server.baseUrl, token: 't', ...supplierDeps(now) });
    return { supplier, planDocuments: await supplier.planDocuments(plan) };
  }
  const asked = (): string[] => server.requests.map(({ url }) => url.pathname.split('/').at(-1) ?? '');

  it('at most three documents are requested, maps and règlements, by their identifiers only', async () => {
    const { planDocuments } = await documentsOf(
      [
        named('Note de présentation', 'aaaaaaaa-0'),
        named('Plan de zonages réglementaires', 'bbbbbbbb-1'),
        named('Plan de zonages réglementaires', 'bbbbbbbb-2'),
        named('Plan de zonages réglementaires', 'bbbbbbbb-3'),
        named('Règlement du PPR', '../../../v1/radon'),
        named('Règlement du PPR', 'cccccccc-1'),
      ],
      { body: pdf, contentType: 'application/pdf' },
    );
    expect(asked().slice(1).toSorted()).toEqual(['bbbbbbbb-1', 'bbbbbbbb-2', 'cccccccc-1']);
    expect(planDocuments.map(({ kind, number, pdf: had }) => [kind, number, had !== null])).toEqual([
      ['zonage', 1, true],
      ['reglement', 1, true],
      ['zonage', 2, true],
      ['zonage', 3, false],
    ]);
  });

  it('is not followed to another host', async () => {
    const elsewhere = await startLocalServer(() => ({ body: pdf, contentType: 'application/pdf' }));
    const { planDocuments } = await documentsOf([named('Règlement du PPR', 'cccccccc-1')], {
      status: 302,
      headers: { location: elsewhere.baseUrl },
    });
    expect(planDocuments).toMatchObject([{ kind: 'reglement', pdf: null }]);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  it('is cached for a week, and used for thirty days when no other comes', async () => {
    let now = Date.parse('2026-11-20T10:00:00Z');
    const answer: LocalAnswer = { body: pdf, contentType: 'application/pdf' };
    const { supplier } = await documentsOf([named('Règlement du PPR', 'cccccccc-1')], answer, () => new Date(now));
    const isHad = async (): Promise<boolean[]> =>
      (await supplier.planDocuments(plan)).map((planDocument) => planDocument.pdf !== null);
    now += 6 * 86_400_000;
    expect(await isHad()).toEqual([true]);
    expect(asked().filter((name) => name === 'cccccccc-1')).toHaveLength(1);
    Object.assign(answer, { status: 400 });
    now += 23 * 86_400_000;
    expect(await isHad()).toEqual([true]);
    now += 2 * 86_400_000;
    expect(await isHad()).toEqual([false]);
  });
});
