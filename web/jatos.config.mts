import { defineConfig } from 'vite';
import { classicScript } from '../scripts/lib/web/classic-script.mjs';

/** What studies made for JATOS load as `jatos.js`: a classic script, as theirs is. */
export default defineConfig(
  classicScript({
    entry: 'runner/jatos-api/jatos.ts',
    name: 'commonlabJatos',
    file: 'jatos.js',
  }),
);
