import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { communeAt } from './communes.ts';
import { plainText } from './plain-text.ts';
import { SENTINELS } from './sentinel-communes.ts';
import type { Sentinel, SentinelMode, SentinelService } from './sentinel-communes.ts';

export type { Sentinel, SentinelService } from './sentinel-communes.ts';

const byInsee = new Map(SENTINELS.map((sentinel) => [sentinel.insee, sentinel]));

export function sentinelByInsee(code: string): Sentinel | null {
  return byInsee.get(code) ?? null;
}

export function sentinelAt(longitude: number, latitude: number): Sentinel | null {
  return sentinelByInsee(communeAt(longitude, latitude)?.insee ?? '');
}

/** The sentinel named in a text, for services queried by text: `panne adresses`, « Panne-Adresses ». */
export function sentinelInText(text: string): Sentinel | null {
  const plain = plainText(text);
  return SENTINELS.find((sentinel) => plain.includes(plainText(sentinel.name))) ?? null;
}

/**
 * Plays the sentinel's failure when it is one of `service`, and returns whether the reply is sent: a handler then returns
 * `reply`. A « lenteur » makes one wait and then lets the handler answer normally.
 */
export async function failIfSentinel(
  service: SentinelService,
  sentinel: Sentinel | null,
  reply: FastifyReply,
): Promise<boolean> {
  if (sentinel?.service !== service) return false;
  if (sentinel.mode === 'lenteur') {
    await wait(reply.server.slowMs, undefined, { ref: false });
    return false;
  }
  await FAILURES[sentinel.mode](reply, service);
  return true;
}

/** Response without content; Géorisques is known to send no body at all. */
const EMPTY: Partial<Record<SentinelService, unknown>> = {
  adresses: { type: 'FeatureCollection', features: [], query: '' },
  cadastre: emptyCollection(),
  gpu: emptyCollection(),
  batiments: emptyCollection(),
  peb: { type: 'FeatureCollection', features: [], totalFeatures: 'unknown', numberReturned: 0, crs: null },
};

const FAILURES: Record<Exclude<SentinelMode, 'lenteur'>, (r: FastifyReply, s: SentinelService) => Promise<unknown>> = {
  panne: async (reply) => reply.code(503).type('text/html').send('<h1>503 Service Unavailable</h1>'),
  coupure: async (reply) => {
    reply.hijack();
    reply.raw.socket?.destroy();
  },
  charabia: async (reply) =>
    reply.type('text/html').send('<!DOCTYPE html><html><title>Maintenance</title><p>{"type": "FeatureColl'),
  vide: async (reply, service) => reply.send(EMPTY[service] ?? ''),
  quota: async (reply) =>
    reply.code(429).header('retry-after', '5').type('text/html').send('<h1>429 Too Many Requests</h1>'),
};

function emptyCollection(): unknown {
  return { type: 'FeatureCollection', features: [], totalFeatures: 0, numberMatched: 0, numberReturned: 0, crs: null };
}
