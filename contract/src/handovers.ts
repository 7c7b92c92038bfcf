import { z } from 'zod';
import { TransactionType } from './common/declarations.ts';
import { ReadableDocument, Verdict } from './common/printed-document.ts';
import { StatementId, BODY_LIMIT, route } from './common/route.ts';
import { emailField, messageText, printedText, shownText } from './common/text.ts';

const tags = ['Remise'] as const;
const LinkId = z.object({ lien_id: z.uuid() });
/** Guessed tokens are counted by network address; all get the same 404. */
const Token = z.object({ jeton: z.string().max(100) });

/** A link hands over the whole document, its short version without annexes, or both. */
export const HandedForm = z.enum(['complete', 'courte', 'les_deux']);
export type HandedForm = z.infer<typeof HandedForm>;
const FileForm = HandedForm.exclude(['les_deux']);
export type FileForm = z.infer<typeof FileForm>;

const Receipt = z.object({
  id: z.uuid(),
  nom: z.string(),
  email: z.string(),
  recu_le: z.iso.datetime(),
  /** Edition that they received; `ancienne`: an edition that a completed or updated one has replaced since. */
  reference: z.string().optional(),
  ancienne: z.boolean().optional(),
  /** First download by this visitor, of any of the files. */
  telecharge_le: z.iso.datetime().nullable(),
  /** Each file handed over, and its first download by this visitor. */
  fichiers: z.array(z.object({ forme: FileForm, sha256: z.string(), telecharge_le: z.iso.datetime().nullable() })),
  /** The receipt can be downloaded. */
  recepisse_pret: z.boolean(),
});

/** A link, as its owner sees it. */
export const Handover = z.object({
  id: z.uuid(),
  /** The page that the visitor opens: `{site}/remise/{jeton}`. */
  url: z.string(),
  /** The recipient, in the owner's words. */
  libelle: z.string(),
  /** Mailed there by the product; null for a link that its owner sends. */
  email: z.string().nullish(),
  /** State of the mail: `non_remis` when the address refused it, `inconnu` when nothing says so any more. */
  envoi: z
    .object({
      etat: z.enum(['en_cours', 'envoye', 'non_remis', 'inconnu']),
      le: z.iso.datetime(),
      /** The document's at that moment. */
      reference: z.string(),
    })
    .nullish(),
  forme: HandedForm,
  /** Reference of the document that it hands over now: completed editions follow. */
  reference: z.string(),
  cree_le: z.iso.datetime(),
  /** Last day: that of the document. */
  expire_le: z.iso.date(),
  revoque_le: z.iso.datetime().nullable(),
  etat: z.enum(['ouvert', 'expire', 'revoque']),
  ouvertures: z.array(z.iso.datetime()),
  recus: z.array(Receipt),
});
export type Handover = z.infer<typeof Handover>;

/** Newest first. */
export const listHandovers = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/remises/',
  config: { access: 'required' },
  schema: { tags, summary: 'Liens de remise', params: StatementId, response: { 200: z.array(Handover) } },
});

/** A link to the current edition. 409 when it has expired, or has no short version. */
export const createHandover = route({
  method: 'POST',
  url: '/api/v2/erp/:erp_id/remises/',
  config: { access: 'required', throttle: 'order' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Créer un lien de remise',
    params: StatementId,
    body: z.object({ libelle: shownText(100).default(''), forme: HandedForm.default('complete') }),
    response: { 201: Handover },
  },
});

/** People of one sending: more are a mailing list. */
export const MOST_RECIPIENTS = 10;
export const MESSAGE_MAX_LENGTH = 1_000;

/**
 * Mails a link to each person, once for each `envoi`: the same call again finds the same links. All or none. 409 when the
 * document has expired, or too much was sent today.
 */
export const mailHandovers = route({
  method: 'POST',
  url: '/api/v2/erp/:erp_id/remises/envois/',
  config: { access: 'required', throttle: 'order' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Remettre par e-mail',
    params: StatementId,
    body: z.object({
      envoi: z.uuid(),
      destinataires: z
        .array(z.object({ email: emailField(), nom: shownText(100).default('') }))
        .min(1, 'Indiquez au moins une adresse e-mail.')
        .max(MOST_RECIPIENTS, `${MOST_RECIPIENTS}\u00A0personnes au plus par envoi.`),
      /** Plain text, before the link. */
      message: messageText(MESSAGE_MAX_LENGTH).default(''),
      forme: HandedForm.default('complete'),
    }),
    response: { 201: z.array(Handover) },
  },
});

/** Idempotent. Earlier acknowledgements stay. */
export const revokeHandover = route({
  method: 'DELETE',
  url: '/api/v2/remises/:lien_id/',
  config: { access: 'required' },
  schema: { tags, summary: 'Révoquer un lien', params: LinkId, response: { 200: Handover } },
});

/** The receipt for the owner. */
export const downloadReceipt = route({
  method: 'GET',
  url: '/api/v2/remises/recepisse/:recu_id/',
  config: { access: 'required', produces: 'application/pdf', priority: 'paid' },
  schema: {
    tags,
    summary: 'Télécharger un récépissé',
    params: z.object({ recu_id: z.uuid() }),
    response: { 200: z.unknown() },
  },
});

/**
 * What the visitor reads before the acknowledgement. Each call counts as an opening. Unknown, revoked and expired links
 * get the same 404.
 */
export const openHandover = route({
  method: 'GET',
  url: '/api/v2/remise/:jeton/',
  config: { access: 'none', priority: 'paid' },
  schema: {
    tags,
    summary: 'Ouvrir une remise',
    params: Token,
    response: {
      200: z.object({
        /** Confirmed, or as the owner typed it. */
        adresse: z.string(),
        /** False when nothing confirms that it is the property's (decision 0042). */
        adresse_confirmee: z.boolean().nullish(),
        /** From the cadastre; null for older documents. */
        commune: z.string().nullish(),
        /** « AB 12 et 3 autres parcelles »; absent for one parcel. */
        parcelles: z.string().optional(),
        type: TransactionType,
        reference: z.string(),
        emis_le: z.iso.date(),
        expire_le: z.iso.date(),
        /** SHA-256 of the first of the files. */
        sha256: z.string(),
        specimen: z.boolean(),
        /** Shown before the acknowledgement; null for older documents. */
        verdict: Verdict.nullish(),
        /** Size of the first of the files, in bytes. */
        taille: z.int(),
        /** The whole document first. */
        fichiers: z.array(z.object({ forme: FileForm, sha256: z.string(), taille: z.int() })).optional(),
      }),
    },
  },
});

/** 409 when the document is no longer the one of `reference`, which its reader saw: the receipt would name another. */
export const acknowledgeHandover = route({
  method: 'POST',
  url: '/api/v2/remise/:jeton/recu/',
  config: { access: 'none', throttle: 'order', priority: 'paid' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Reconnaître la remise',
    params: Token,
    body: z.object({
      nom: printedText(150).min(1, 'Le nom est requis.'),
      email: emailField(),
      recu: z.literal(true, { error: 'Cochez la case « reçu » pour continuer.' }),
      /** Of the document that the page showed. */
      reference: shownText(40).optional(),
    }),
    response: { 201: z.object({ recu: z.string(), recu_le: z.iso.datetime() }) },
  },
});

/** `recu`: the value that the acknowledgement returned; `forme`: the first of the link's files by default. */
export const downloadHandedOver = route({
  method: 'GET',
  url: '/api/v2/remise/:jeton/document/',
  config: { access: 'none', produces: 'application/pdf', priority: 'paid' },
  schema: {
    tags,
    summary: 'Télécharger le document remis',
    params: Token,
    querystring: z.object({ recu: z.string().max(100), forme: FileForm.optional() }),
    response: { 200: z.unknown() },
  },
});

/** `recu`: the value that the acknowledgement returned. */
export const readHandedOver = route({
  method: 'GET',
  url: '/api/v2/remise/:jeton/etat/',
  config: { access: 'none', priority: 'paid' },
  schema: {
    tags: ['Remise'],
    summary: 'Lire le document remis à l’écran',
    params: z.object({ jeton: z.string().regex(/^[\w-]{40,64}$/) }),
    querystring: z.object({ recu: z.string().max(100) }),
    response: { 200: ReadableDocument },
  },
});
