import { defineConfig } from 'vite';
import { classicScriptConfig } from '../scripts/lib/web/classic-script.mjs';

/**
 * Builds the script that studies made for JATOS load as `jatos.js`. It is a classic script (not a
 * module), like the script of JATOS that it replaces.
 */
export default defineConfig(
  classicScriptConfig({
    entry: 'runner/jatos-api/jatos.ts',
    name: 'commonlabJatos',
    file: 'jatos.js',
  }),
);
