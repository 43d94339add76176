import { defineConfig } from 'vite';
import { classicScript } from '../scripts/lib/web/classic-script.mjs';

/**
 * The first script of a study's documents. One classic script, since it must have run before the
 * study's own.
 */
export default defineConfig(
  classicScript({
    entry: 'runner/frame/frame.ts',
    name: 'commonlabFrame',
    file: 'frame.js',
  }),
);
