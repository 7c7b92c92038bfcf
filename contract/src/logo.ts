import { z } from 'zod';
import { route } from './common/route.ts';

const tags = ['Logo'] as const;

export const LOGO_MAX_BYTES = 5 * 1024 * 1024;
export const LOGO_TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'] as const;
export const LOGO_ERRORS = {
  none: 'Veuillez sélectionner un fichier.',
  type: 'Format de fichier non supporté. Utilisez JPG, PNG ou GIF.',
  size: 'Le fichier est trop volumineux. Taille maximum : 5MB.',
} as const;

/** Returns an address of our server that shows the logo without a token for a day; null without a logo. */
export const logo = route({
  method: 'GET',
  url: '/api/v2/user/logo/get/',
  config: { access: 'required' },
  schema: { tags, summary: 'Mon logo', response: { 200: z.object({ logo_url: z.string().nullable() }) } },
});

/** `multipart/form-data`, field `file`. Refusals are `{error}`, 400. */
export const uploadLogo = route({
  method: 'POST',
  url: '/api/v2/user/logo/upload/',
  config: { access: 'required', throttle: 'upload' },
  schema: {
    tags,
    summary: 'Déposer mon logo',
    description: 'Corps `multipart/form-data`, champ `file` : JPG, PNG ou GIF, 5 Mo au plus.',
    response: {
      200: z.object({ message: z.string(), logo_url: z.string() }),
      400: z.object({ error: z.string() }),
    },
  },
});

export const deleteLogo = route({
  method: 'DELETE',
  url: '/api/v2/user/logo/delete/',
  config: { access: 'required' },
  schema: { tags, summary: 'Supprimer mon logo', response: { 200: z.object({ message: z.string() }) } },
});

/** The picture, PNG. The token names the account, the picture and the end of its day. */
export const logoImage = route({
  method: 'GET',
  url: '/api/v2/user/logo/image/:jeton/',
  config: { access: 'none', throttle: 'open', produces: 'image/png' },
  schema: {
    tags,
    summary: 'Afficher mon logo',
    params: z.object({ jeton: z.string().regex(/^[\w-]{20,80}$/) }),
    response: { 200: z.unknown() },
  },
});
