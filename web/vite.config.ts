import { openApiV3 } from '@clairisque/contract/api-v3.openapi.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const API = process.env['API_URL'] ?? 'http://localhost:8080';

/** Preloads the fonts with the script instead of after the style sheet: no layout shift at the first paint. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: (_html, { bundle }) =>
    Object.keys(bundle ?? {})
      .filter((file) => file.endsWith('.woff2'))
      .map((file) => ({
        tag: 'link',
        injectTo: 'head',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
      })),
};

/** Shared chunks whose names say what they are. */
const NAMED = /^(zod|react|packages|shell|parts|rolldown-runtime)/;

const OPENAPI = 'virtual:openapi';
/** The document of API v3 as a module, so that neither zod nor the contract is sent with the reference. */
const openApi: Plugin = {
  name: 'openapi',
  resolveId: (id) => (id === OPENAPI ? `\0${OPENAPI}` : null),
  load: (id) => (id === `\0${OPENAPI}` ? `export default ${JSON.stringify(openApiV3('__PUBLIC_URL__'))}` : null),
};

/** `web/` is the root, whether Vite is called from here or as `vite build web` from the project's root. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts, openApi],
  // Files that `build.ts` has made.
  define: { CLIENT_PACKAGES: '[]' },
  server: {
    proxy: { '/api': API, '/geocodage': API, '/tuiles': API, '/agenda': API, '/mcp': API, '/.well-known': API },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The Content-Security-Policy allows only files of ours: no inlining.
    assetsInlineLimit: 0,
    // The map is one lazy chunk, loaded only by the wizard.
    chunkSizeWarningLimit: 1_200,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first chunk names every file: hashes and names of shared code, which mean
        // little, do not compress.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          `assets/${isDynamicEntry || NAMED.test(name) ? '[name]' : 'part'}-[hash:7].js`,
        assetFileNames: ({ names }) =>
          `assets/${names.some((name) => name.endsWith('.css')) ? 'part' : '[name]'}-[hash:6][extname]`,
        codeSplitting: {
          groups: [
            { name: 'zod-core', test: /node_modules\/zod\/v4\/core\// },
            { name: 'zod', test: /node_modules\/zod\// },
            // Dependencies change less often, and stay in the browser's cache. Two chunks: each starts in a separate
            // task.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
            { name: 'packages', tags: ['$initial'], test: /node_modules\// },
            // Everything except the start file (`main.tsx`), which comes after the code of the screen.
            { name: 'shell', tags: ['$initial'], test: /src\/(?!main\.tsx)/ },
            // One request instead of thirty: each costs a round trip, and none weighs a kilobyte.
            {
              name: 'parts',
              test: /lucide-react|web\/src\/ui\/(?!dialog|menu|field|text|select|checkbox|period|progress-s)|web\/src\/lib\/(dates|typeset|support)\.ts|contract\/src\/common\/(route|refund|headings|property-columns)\.ts|verification\/succession\.ts/,
            },
          ],
        },
      },
    },
  },
});
