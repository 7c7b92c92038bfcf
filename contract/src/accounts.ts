import { z } from 'zod';
import { RowId, BODY_LIMIT, route } from './common/route.ts';
import { charField, emailField, FIELD, isEmail, isLegible } from './common/text.ts';

/** Compatible with Djoser: any failure of a field is a 400 `{field: [messages]}`. */
export const User = z.object({ id: z.int(), username: z.string(), email: z.string() });
const Nothing = z.null();
const tags = ['Compte'] as const;

/**
 * Django's rule: letters and digits of any script, and @ . + - _; or an e-mail, since the pages sign up with it. Normalised
 * with NFKC, so that lookalike forms are one name.
 */
const username = () =>
  charField({ max: 150 })
    .transform((name) => name.normalize('NFKC'))
    .refine((name) => isLegible(name) && (/^[\p{L}\p{N}_.@+-]+$/u.test(name) || isEmail(name)), {
      error:
        'Saisissez un nom d’utilisateur valide. Il ne peut contenir que des lettres, des nombres ou les caractères «\u00A0@\u00A0», «\u00A0.\u00A0», «\u00A0+\u00A0», «\u00A0-\u00A0» et «\u00A0_\u00A0».',
    })
    // Code points: some characters take several UTF-16 units.
    .refine((name) => Array.from(name).length <= 150, FIELD.tooLong(150));

export const SignUpRequest = z.object({
  email: emailField(),
  username: username(),
  password: charField(),
  re_password: charField(),
});

/** This header of the answer of `signUp`, whose body is prescribed, holds what `activationAwaited` takes (decision 0055). */
export const AWAITED = { header: 'activation-attendue' } as const;

/** `POST /api/v2/users/`: the account waits for its activation link, sent by mail. */
export const signUp = route({
  method: 'POST',
  url: '/api/v2/users/',
  config: { access: 'none', throttle: 'sign-up' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Créer un compte',
    description:
      'En-tête facultatif `conditions-affichees` : la version des conditions générales que la page a montrée, gardée comme acceptée.',
    body: SignUpRequest,
    response: { 201: User },
  },
});

const MailedLink = z.object({ uid: charField(), token: charField() });

/** 403 `{detail}` when the account is active already. */
export const activate = route({
  method: 'POST',
  url: '/api/v2/users/activation/',
  config: { access: 'none', throttle: 'mailed-link' },
  bodyLimit: BODY_LIMIT.choice,
  schema: { tags, summary: 'Activer un compte', body: MailedLink, response: { 204: Nothing } },
});

/**
 * « Ce n'est pas moi »: the owner of the address erases the account that another person created with it, while it waits
 * for its activation. 403 once it is active. A separate call, since those of sign-up and activation are prescribed.
 */
export const disown = route({
  method: 'POST',
  url: '/api/v2/inscription/refus/',
  config: { access: 'none', throttle: 'mailed-link' },
  bodyLimit: BODY_LIMIT.choice,
  schema: { tags, summary: 'Effacer un compte créé avec mon adresse', body: MailedLink, response: { 204: Nothing } },
});

/**
 * Whether the account of that sign-up is active, with the password that was chosen there: what its author could learn by signing
 * in, and no more. False for anything else, and after an hour.
 */
export const activationAwaited = route({
  method: 'POST',
  url: '/api/v2/inscription/attente/',
  config: { access: 'none', throttle: 'open', priority: 'free' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Savoir si le compte que l’on vient de créer est activé',
    body: z.object({ attente: charField() }),
    response: { 200: z.object({ active: z.boolean() }) },
  },
});

/** Always 204, whether the address waits for an activation or not. */
export const resendActivation = route({
  method: 'POST',
  url: '/api/v2/users/resend_activation/',
  config: { access: 'none', throttle: 'reset' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Renvoyer le lien d’activation',
    body: z.object({ email: emailField() }),
    response: { 204: Nothing },
  },
});

/** Any wrong credential is a 400 `{non_field_errors}`, as is an absent one. */
export const login = route({
  method: 'POST',
  url: '/api/v2/token/login/',
  config: { access: 'none', throttle: 'login' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Se connecter',
    body: z.object({ username: charField().optional(), password: charField().optional() }),
    response: { 200: z.object({ auth_token: z.string() }) },
  },
});

/** Revokes the token used for the call. */
export const logout = route({
  method: 'POST',
  url: '/api/v2/token/logout/',
  config: { access: 'required' },
  schema: { tags, summary: 'Se déconnecter', response: { 204: Nothing } },
});

export const me = route({
  method: 'GET',
  url: '/api/v2/users/me/',
  config: { access: 'required' },
  schema: { tags, summary: 'Mon identifiant', response: { 200: User } },
});

/** Erases the account and all that belongs to it, except its invoices (docs/product-spec.md#erased-accounts). */
export const deleteMe = route({
  method: 'DELETE',
  url: '/api/v2/users/me/',
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Supprimer mon compte',
    body: z.object({ current_password: charField() }),
    response: { 204: Nothing },
  },
});

/** Revokes every other token of the account. */
export const setPassword = route({
  method: 'POST',
  url: '/api/v2/users/set_password/',
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Changer mon mot de passe',
    body: z.object({ current_password: charField(), new_password: charField() }),
    response: { 204: Nothing },
  },
});

/** 404 for an unknown address, unless `ACCOUNTS_REVEAL_UNKNOWN_EMAIL` is false. */
export const resetPassword = route({
  method: 'POST',
  url: '/api/v2/users/reset_password/',
  config: { access: 'none', throttle: 'reset' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Demander un nouveau mot de passe',
    body: z.object({ email: emailField() }),
    response: { 204: Nothing },
  },
});

/** Revokes every token of the account. */
export const resetPasswordConfirm = route({
  method: 'POST',
  url: '/api/v2/users/reset_password_confirm/',
  config: { access: 'none', throttle: 'mailed-link' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Choisir un nouveau mot de passe',
    body: MailedLink.extend({ new_password: charField() }),
    response: { 204: Nothing },
  },
});

/** One active sign-in of the account: a browser, or a program that calls the API. */
export const Session = z.object({
  id: z.int(),
  /** « Chrome sur Windows »; null when the program did not say what it is. */
  appareil: z.string().nullable(),
  ouverte_le: z.iso.datetime(),
  /** Start of the hour of its last use; null when it has no recorded use. */
  derniere_activite: z.iso.datetime().nullable(),
  /** The session of this call. */
  en_cours: z.boolean(),
});
export type Session = z.infer<typeof Session>;

const Proof = z.object({ current_password: charField() });

/** Maximum of sessions in a list: a program that signs in for each of its calls opens thousands. */
export const SESSIONS_LISTED = 50;

/** The session of this call first, then the most recently used. */
export const listSessions = route({
  method: 'GET',
  url: '/api/v2/user/sessions/',
  config: { access: 'required' },
  schema: { tags, summary: 'Mes sessions ouvertes', response: { 200: z.array(Session).max(SESSIONS_LISTED) } },
});

/**
 * Ends one session at once, even the caller's. Requires the password, so that a stolen session cannot shut its owner
 * out.
 */
export const endSession = route({
  method: 'DELETE',
  url: '/api/v2/user/sessions/:session_id/',
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Fermer une session',
    params: z.object({ session_id: RowId }),
    body: Proof,
    response: { 204: z.null() },
  },
});

/** Ends all sessions but the caller's, including those that the list leaves out. */
export const endOtherSessions = route({
  method: 'DELETE',
  url: '/api/v2/user/sessions/autres/',
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: { tags, summary: 'Fermer toutes les autres sessions', body: Proof, response: { 204: z.null() } },
});
