/** Made by `web/vite.config.ts` from the contract. */
declare module 'virtual:openapi' {
  import type { OpenApi } from '#pages/developers/openapi-types.ts';

  const openApi: OpenApi;
  export default openApi;
}
