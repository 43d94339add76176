import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { lightContracts } from '../scripts/lib/web/light-contracts.mjs';

/** The page around a study that runs here: a document of its own, beside the app's files. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [lightContracts()],
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
