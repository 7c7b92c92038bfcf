import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Plan } from '#territory/hazards-plans.ts';
import { hash } from '#territory/hash.ts';
import { mapPdf, documentMode, rulesPdf } from './plan-document-pages.ts';

type PlanDocument = { type: string; titre: string; uuidDocument: string };

/** Towns whose règlement fails, each differently; their map does not. */
const FAULTS: Record<string, (reply: FastifyReply, pdf: Buffer) => FastifyReply | Promise<FastifyReply>> = {
  /** Orléans: too large. */
  '45234': (reply, pdf) => reply.type('application/pdf').send(Buffer.concat([pdf, Buffer.alloc(3_000_000, '% ')])),
  /** Tours: a page of the site under a 200. */
  '37261': (reply) => reply.type('text/html').send('<!DOCTYPE html><title>Document indisponible</title>'),
  /** Lourdes: the connection breaks within the file. */
  '65286': (reply, pdf) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length });
    reply.raw.write(pdf.subarray(0, 200), () => reply.raw.socket?.destroy());
    return reply;
  },
  /** Cayeux-sur-Mer: slow. */
  '80182': async (reply, pdf) => {
    await wait(reply.server.slowMs, undefined, { ref: false });
    return reply.type('application/pdf').send(pdf);
  },
};

/** Papers listed on a plan's page; a prescribed plan has neither règlement nor map. */
export function documentsOf(plan: Plan): PlanDocument[] {
  if (plan.state === 'prescribed') return [];
  return ['Règlement du PPR', 'Plan de zonages réglementaires'].map((type, index) => {
    const digits = [0, 1, 2, 3].map((part) => hash(plan.gasparId, index, part).toString(16).padStart(8, '0')).join('');
    const uuidDocument = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
    return { type, titre: `${type} - ${plan.name}`, uuidDocument };
  });
}

export async function sendDocument(plan: Plan, { type }: PlanDocument, reply: FastifyReply): Promise<FastifyReply> {
  if (!type.startsWith('Règlement')) return reply.type('application/pdf').send(mapPdf(plan));
  const pdf = rulesPdf(plan);
  const mode = documentMode(plan);
  if (mode === 'texte') return reply.type('application/pdf').send('Ce fichier a été remplacé par un texte.');
  if (mode === 'tronque') return reply.type('application/pdf').send(pdf.subarray(0, pdf.length / 2));
  const fault = FAULTS[plan.commune.insee];
  return fault ? fault(reply, pdf) : reply.type('application/pdf').send(pdf);
}
