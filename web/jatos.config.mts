import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** What studies made for JATOS load as `jatos.js`: a classic script, as theirs is. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: resolve(import.meta.dirname, 'src/runner/jatos/jatos.ts'),
      formats: ['iife'],
      name: 'commonlabJatos',
      fileName: () => 'jatos.js',
    },
  },
});
