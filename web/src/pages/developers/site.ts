/** The site's address in examples: prerendered pages get it when they are served. */
export const SITE = import.meta.env.SSR ? '__PUBLIC_URL__' : location.origin;
