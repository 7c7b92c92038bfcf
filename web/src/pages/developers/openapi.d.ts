/** Made by `web/vite.config.ts` from the contract. */
declare module 'virtual:openapi' {
  import type { OpenApi } from '#pages/developers/openapi-types.ts';

  const openApi: OpenApi;
  export default openApi;
}

/** Made by `web/build.ts`: `clients/generator/packages.ts`. */
declare const CLIENT_PACKAGES: { language: 'TypeScript' | 'Python'; file: string; sha256: string; bytes: number }[];
