import { defineConfig } from 'vite';
import { classicScript } from '../scripts/lib/web/classic-script.mjs';

/** The second script of studies made with PsychoJS: classic, as the frame's is, to run before theirs. */
export default defineConfig(
  classicScript({
    entry: 'runner/psychojs/psychojs.ts',
    name: 'commonlabPsychoJs',
    file: 'psychojs.js',
  }),
);
