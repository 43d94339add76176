import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { lightContractsPlugin } from '../scripts/lib/web/light-contracts.mjs';

/**
 * Builds the page around a study that runs on this platform: an HTML document of its own, separate
 * from the files of the app.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [lightContractsPlugin()],
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: false,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: resolve(import.meta.dirname, 'run.html') },
  },
});
