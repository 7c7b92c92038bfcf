import { z } from 'zod';
import { route } from './route.ts';
import { text } from './text.ts';

export const LoginRequest = z.object({ username: text().max(254), password: text().max(4096) });
export const LoginAnswer = z.object({ auth_token: z.string() });
export const User = z.object({ id: z.int(), username: z.string(), email: z.string() });

/** `POST /api/v2/token/login/`: any failure is a 400 `{non_field_errors}` (Djoser). */
export const login = route({
  method: 'POST',
  url: '/api/v2/token/login/',
  config: { access: 'none' },
  schema: { tags: ['Compte'], summary: 'Se connecter', body: LoginRequest, response: { 200: LoginAnswer } },
});

/** `POST /api/v2/token/logout/`: revokes the token used for the call, answers 204 without a body. */
export const logout = route({
  method: 'POST',
  url: '/api/v2/token/logout/',
  config: { access: 'required' },
  schema: { tags: ['Compte'], summary: 'Se déconnecter', response: { 204: z.null() } },
});

export const me = route({
  method: 'GET',
  url: '/api/v2/users/me/',
  config: { access: 'required' },
  schema: { tags: ['Compte'], summary: 'Mon identifiant', response: { 200: User } },
});
