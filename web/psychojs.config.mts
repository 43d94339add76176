import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** The second script of studies made with PsychoJS: classic, as the frame's is, to run before theirs. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: resolve(import.meta.dirname, 'src/runner/psychojs/psychojs.ts'),
      formats: ['iife'],
      name: 'commonlabPsychoJs',
      fileName: () => 'psychojs.js',
    },
  },
});
