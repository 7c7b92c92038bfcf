import { z } from 'zod';
import { StatementFacts } from './common/facts.ts';
import { ReadableDocument, Verdict } from './common/printed-document.ts';
import { StatementId, route } from './common/route.ts';

/** Two documents, what updates them, and twenty completed editions of each. */
const Edition = z.object({
  edition: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .optional(),
});
const tags = ['États des risques'];
/** A document: the current edition, or a former one by its number. */
const ofEdition = { tags, params: StatementId, querystring: Edition };

/** The short version to hand over: page 1, form, attestation and noise, without its annexes. */
const Shape = z.object({ forme: z.enum(['courte']).optional() });

/** The PDF, as an attachment named with the id and the address. */
export const downloadStatement = route({
  method: 'GET',
  url: '/api/v2/download_pdf_proxy/:erp_id/',
  config: { access: 'required', produces: 'application/pdf', priority: 'paid' },
  schema: {
    ...ofEdition,
    querystring: Edition.extend(Shape.shape),
    summary: 'Télécharger le PDF',
    response: { 200: z.unknown() },
  },
});

/** An edition of a statement, newest first: the replaced one can still be downloaded. */
export const StatementEdition = z.object({
  edition: z.int(),
  reference: z.string(),
  emis_le: z.iso.date(),
  expire_le: z.iso.date(),
  sha256: z.string(),
  /** Its renewal, or an edition that completes it, replaces this one. */
  remplace: z.boolean(),
  /** Present for a completed edition. */
  complete_le: z.iso.datetime().nullish(),
  changements: z.array(z.string()),
});

export const listEditions = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/editions/',
  config: { access: 'required' },
  schema: {
    tags,
    summary: 'Éditions d’un état des risques',
    params: StatementId,
    response: { 200: z.array(StatementEdition) },
  },
});

/** The exact bytes attached to the PDF. */
export const readFacts = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/facts/',
  config: { access: 'required', priority: 'paid' },
  schema: {
    ...ofEdition,
    summary: 'Lire les informations d’un état des risques',
    response: { 200: StatementFacts },
  },
});

/** 404 for an edition whose format the page no longer reads: its PDF remains. */
export const readDocument = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/document/',
  config: { access: 'required', priority: 'paid' },
  schema: {
    ...ofEdition,
    summary: 'Lire un état des risques à l’écran',
    response: { 200: ReadableDocument },
  },
});

/** Answers of the owner's screens after the issue, without the document itself. 404 as `readDocument`. */
export const readOutcome = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/suite/',
  config: { access: 'required' },
  schema: {
    tags,
    summary: 'Le verdict d’un état des risques, ce qu’il reste à faire, et les pièces officielles qui y sont jointes',
    params: StatementId,
    response: {
      200: z.object({
        reference: z.string(),
        verdict: Verdict,
        a_faire: z.array(z.object({ titre: z.string(), texte: z.string(), points: z.array(z.string()) })),
        pieces: z.array(z.object({ fichier: z.string(), titre: z.string(), octets: z.int() })),
      }),
    },
  },
});

/**
 * A file attached to the PDF, complete: a map, a règlement, a sheet of the State, or the data that the document was
 * made from.
 */
export const downloadAttachment = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/pieces/:fichier/',
  config: { access: 'required', produces: 'application/octet-stream' },
  schema: {
    tags,
    summary: 'Télécharger une pièce jointe à un état des risques',
    params: StatementId.extend({ fichier: z.string().regex(/^[\w-]{3,80}\.[a-z]{3,8}$/) }),
    response: { 200: z.unknown() },
  },
});
