import { defineConfig } from 'vite';
import { classicScriptConfig } from '../scripts/lib/web/classic-script.mjs';

/**
 * Builds the second script of the pages of studies made with PsychoJS. Like the first one
 * (frame.config.mts) it is a classic script, because it must run before the study's own scripts.
 */
export default defineConfig(
  classicScriptConfig({
    entry: 'runner/psychojs/psychojs.ts',
    name: 'commonlabPsychoJs',
    file: 'psychojs.js',
  }),
);
