import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const API = process.env['API_URL'] ?? 'http://localhost:8080';

/** `web/` is the root whether Vite is called from here or as `vite build web` from the project's root. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/api': API, '/geocodage': API, '/tuiles': API } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The Content-Security-Policy allows files of ours only: nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
