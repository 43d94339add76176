import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { lightContractsPlugin } from '../scripts/lib/web/light-contracts.mjs';

/**
 * Builds the page around a study that runs on this platform. It is a separate HTML document and not
 * part of the app's files.
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
