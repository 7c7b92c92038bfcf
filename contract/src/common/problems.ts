import { z } from 'zod';
import { PROBLEM } from './v3-examples.ts';
import { FAILURES, type FailureCode } from './errors.ts';

/** Codes of API v3: those of refusals, and of what is not the caller's fault. They never change their meaning. */
export type ProblemCode = FailureCode | keyof typeof OURS;
const OURS = { internal_error: 500, source_unavailable: 503 } as const;

export const problemStatus = (code: ProblemCode): number => ({ ...FAILURES, ...OURS })[code];

/** In English for the program's log, in French for the page of the errors: what it is, and what to do. */
type Words = { title: string; remedy: string };

export const PROBLEMS: Record<ProblemCode, Words> = {
  not_authenticated: {
    title: 'The request has no API key.',
    remedy: 'Envoyez l’en-tête « Authorization: Bearer » avec votre clé.',
  },
  key_invalid: {
    title: 'This API key does not exist, or its account is disabled.',
    remedy: 'Vérifiez que la clé est copiée en entier. Les jetons de la version 2 ne sont pas des clés.',
  },
  key_expired: { title: 'This API key has expired.', remedy: 'Créez une clé, ou remplacez celle-ci avant sa fin.' },
  key_revoked: { title: 'This API key was revoked.', remedy: 'Créez une autre clé.' },
  scope_missing: {
    title: 'This API key lacks the scope that the call needs.',
    remedy: 'Créez une clé qui a ce droit.',
  },
  test_key_refused: {
    title: 'Test keys cannot be used here.',
    remedy: 'Utilisez une clé « crt_live_ », ou un serveur qui a des clés d’essai.',
  },
  id_of_other_mode: {
    title: 'This id is of a test, and the key is not; or the reverse.',
    remedy: 'Un identifiant d’essai a « _test_ » : lisez-le avec une clé d’essai, les autres avec une clé réelle.',
  },
  forbidden: { title: 'The call is forbidden.', remedy: 'Écrivez-nous.' },
  not_found: {
    title: 'There is no such resource in your account.',
    remedy: 'Vérifiez l’identifiant : ceux d’un autre compte n’existent pas pour vous.',
  },
  method_not_allowed: {
    title: 'This resource does not have that method.',
    remedy: 'L’en-tête « Allow » de la réponse nomme celles qui existent.',
  },
  not_acceptable: { title: 'The response is JSON only.', remedy: 'Demandez « Accept: application/json ».' },
  unsupported_media_type: { title: 'The body is not JSON.', remedy: 'Envoyez « Content-Type: application/json ».' },
  too_large: { title: 'The body is too large.', remedy: 'Raccourcissez la requête.' },
  range_not_satisfiable: {
    title: 'There is nothing at that range.',
    remedy: '« Content-Range » dit combien d’octets a le fichier.',
  },
  invalid_input: {
    title: 'Some values are not valid.',
    remedy: 'La liste « errors » nomme chaque valeur et dit pourquoi elle est refusée.',
  },
  bad_credentials: { title: 'The credentials are not valid.', remedy: 'Vérifiez votre clé.' },
  no_credit: { title: 'The account has no credit left.', remedy: 'Achetez des crédits : rien n’a été débité.' },
  conflict: {
    title: 'The state of the account does not allow this now.',
    remedy: 'La phrase en dit la cause ; recommencez ensuite avec la même clé d’idempotence.',
  },
  statement_not_ready: {
    title: 'This statement is still being prepared.',
    remedy: 'Attendez le délai de « Retry-After », puis envoyez la même requête, ou lisez l’état jusqu’à « issued ».',
  },
  idempotency_key_missing: {
    title: 'The Idempotency-Key header is missing or too long.',
    remedy: 'Tirez un identifiant au hasard pour chaque opération, et gardez-le pour recommencer.',
  },
  idempotency_in_progress: {
    title: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Attendez le délai de « Retry-After », puis envoyez la même requête.',
  },
  idempotency_key_reused: {
    title: 'This Idempotency-Key was used for another request.',
    remedy: 'Une clé d’idempotence vaut pour une seule requête, pendant 24 heures.',
  },
  address_not_found: {
    title: 'The national address database does not have this address to the house number.',
    remedy: 'Précisez le numéro et la commune, ou donnez le point ou les parcelles.',
  },
  address_ambiguous: {
    title: 'Several addresses match.',
    remedy: 'Choisissez dans « candidates » et renvoyez cette adresse.',
  },
  parcel_not_found: {
    title: 'The cadastre has no such parcel, or none there.',
    remedy: 'Vérifiez la référence : préfixe-section-numéro@commune.',
  },
  parcel_to_choose: {
    title: 'The point lies on no parcel: the property is not certain.',
    remedy: 'Choisissez dans « candidates » et donnez cette parcelle.',
  },
  confirmation_invalid: {
    title: 'This confirmation is not for this request and this key.',
    remedy: 'Demandez un nouveau devis, puis confirmez-le sans rien y changer, avec la même clé.',
  },
  confirmation_expired: {
    title: 'This confirmation has expired.',
    remedy: 'Vérifiez que l’état des risques n’est pas déjà émis, puis demandez un nouveau devis.',
  },
  too_many_requests: {
    title: 'This key made too many requests.',
    remedy: 'Attendez le délai de « Retry-After ». « RateLimit » dit ce qui reste.',
  },
  payment_unavailable: { title: 'Payment is unavailable.', remedy: 'Réessayez plus tard.' },
  facts_not_obtained: {
    title: 'A public source of a compulsory heading gave no answer. Nothing was debited.',
    remedy: 'Recommencez dans quelques minutes avec la même clé d’idempotence.',
  },
  source_unavailable: {
    title: 'A public service gives no answer. Nothing was debited.',
    remedy: 'Recommencez dans quelques secondes.',
  },
  overloaded: { title: 'The service is overloaded.', remedy: 'Attendez le délai de « Retry-After ».' },
  document_damaged: { title: 'The stored document cannot be read.', remedy: 'Nous le réparons : réessayez plus tard.' },
  internal_error: {
    title: 'The service failed. Your request is not at fault.',
    remedy: 'Recommencez ; si l’erreur reste, écrivez-nous avec « request_id ».',
  },
};

/** The page of the errors, on the site; each code has its anchor. */
export const PROBLEMS_PATH = '/developpeurs/erreurs';

/** A refused value. */
export const FieldFault = z.object({
  pointer: z.string().optional().describe('JSON Pointer (RFC 6901) into the body.'),
  parameter: z.string().optional().describe('Name in the path or the query.'),
  title: z.string().describe('In English.'),
  detail: z.string().describe('In French.'),
});

/** RFC 9457. */
export const Problem = z
  .object({
    type: z.url().describe('Page of the documentation.'),
    title: z.string().describe('In English; the same for each problem of this code.'),
    status: z.int(),
    code: z.string().describe('Stable.'),
    detail: z.string().describe('In French: can be shown to a user.'),
    instance: z.string().describe('Path of the request.'),
    request_id: z.string().describe('As the X-Request-Id header.'),
    errors: z.array(FieldFault).optional(),
    candidates: z.array(z.string()).optional().describe('Addresses or parcels to choose from.'),
  })
  .meta({ id: 'Problem', examples: [PROBLEM] });
export type Problem = z.infer<typeof Problem>;
