import { z } from 'zod';
import { Declarations, TransactionType } from './common/declarations.ts';
import { beginsWithItsParcel, ParcelCode, ParcelCodes, ParcelReference } from './common/parcel-codes.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { charField, emailField, shownText } from './common/text.ts';

const tags = ['États des risques'] as const;

/** The wizard's second step as the user left it: choices and typed texts, nothing that another machine cannot use. */
export const Draft = z
  .object({
    adresse: shownText(300).min(1),
    cadastre: ParcelReference,
    code_parcelle: ParcelCode,
    parcelles: ParcelCodes.optional(),
    /** Degrees, WGS 84. */
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    type_de_transaction: TransactionType.nullable(),
    vendeur_nom: shownText(300),
    acheteur_nom: shownText(300),
    declarations: Declarations.nullable(),
  })
  .superRefine(beginsWithItsParcel);
export type Draft = z.infer<typeof Draft>;

const KeptDraft = z.object({ brouillon: Draft.nullable(), modifie_le: z.iso.datetime().nullable() });

/** Null without a draft. */
export const readDraft = route({
  method: 'GET',
  url: '/api/v2/erp/me/brouillon/',
  config: { access: 'required' },
  schema: { tags, summary: 'Le brouillon en cours', response: { 200: KeptDraft } },
});

/** One per account: the last one wins. */
export const keepDraft = route({
  method: 'PUT',
  url: '/api/v2/erp/me/brouillon/',
  config: { access: 'required' },
  bodyLimit: BODY_LIMIT.statement,
  schema: { tags, summary: 'Garder le brouillon', body: Draft, response: { 200: KeptDraft } },
});

export const dropDraft = route({
  method: 'DELETE',
  url: '/api/v2/erp/me/brouillon/',
  config: { access: 'required' },
  schema: { tags, summary: 'Abandonner le brouillon', response: { 204: z.null() } },
});

/**
 * The draft of a visitor who has just signed up, kept for the account that waits for its activation: the mail may be
 * opened in another browser. A separate call, since sign-up's is prescribed. Always 204, so that it does not reveal
 * whether the password is right.
 */
export const keepDraftOfSignUp = route({
  method: 'POST',
  url: '/api/v2/inscription/brouillon/',
  config: { access: 'none', throttle: 'sign-up' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Garder le brouillon d’un compte qui attend son activation',
    body: z.object({ email: emailField(), password: charField(), brouillon: Draft }),
    response: { 204: z.null() },
  },
});
