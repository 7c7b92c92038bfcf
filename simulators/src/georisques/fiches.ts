import type { FastifyInstance } from 'fastify';
import { NOT_RECORDED } from '#recordings.ts';
import type { Simulation } from '#simulation.ts';
import { specimenPdf } from './specimen-pdf.ts';

const TITLES: Record<string, string> = {
  'sismique.pdf': 'Fiche d information sur le risque sismique',
  'radon.pdf': 'Fiche d information sur le radon',
};

/** Information sheets of the State, as PDFs of its site: invented, and marked so. */
export function fiches(app: FastifyInstance, { recordings }: Simulation): void {
  const send = (title: string | undefined) =>
    recordings === null && title !== undefined ? specimenFiche(title) : null;
  app.get<{ Params: { name: string } }>('/georisques/fiches/:name', async ({ params }, reply) => {
    const pdf = send(TITLES[params.name]);
    return pdf ? reply.type('application/pdf').send(pdf) : reply.code(404).send(NOT_RECORDED);
  });
  app.get<{ Params: { name: string } }>('/georisques/sites/default/files/old/:name', async ({ params }, reply) => {
    const [, departement] = /^fiche_OLD_(\w{2,3})\.pdf$/.exec(params.name) ?? [];
    const pdf = send(departement && `Fiche d information sur le debroussaillement - departement ${departement}`);
    return pdf ? reply.type('application/pdf').send(pdf) : reply.code(404).send(NOT_RECORDED);
  });
}

const specimenFiche = (title: string): Buffer =>
  specimenPdf([
    { lines: [title, '', 'Page 1 : ce que ce risque signifie.', 'Texte invente pour cet exemple.'] },
    { lines: [title, '', 'Page 2 : ce que chacun peut faire.', 'Texte invente pour cet exemple.'] },
  ]);
