import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The first script of a study's documents. One classic script, since it must have run before the
 * study's own.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: resolve(import.meta.dirname, 'src/runner/frame/frame.ts'),
      formats: ['iife'],
      name: 'commonlabFrame',
      fileName: () => 'frame.js',
    },
  },
});
