import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** What an archive for JATOS has beside a study that knows nothing of JATOS: classic, before its scripts. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: resolve(import.meta.dirname, 'src/runner/for-jatos/adapter.ts'),
      formats: ['iife'],
      name: 'commonlabJatosAdapter',
      fileName: () => 'jatos-adapter.js',
    },
  },
});
