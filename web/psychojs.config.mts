import { defineConfig } from 'vite';
import { classicScriptConfig } from '../scripts/lib/web/classic-script.mjs';

/**
 * Builds a script for studies made with PsychoJS. Each page of the study loads it directly after
 * the script that frame.config.mts builds. Both are classic scripts (not modules), because they
 * must run before the study's own scripts.
 */
export default defineConfig(
  classicScriptConfig({
    entry: 'runner/psychojs/psychojs.ts',
    name: 'commonlabPsychoJs',
    file: 'psychojs.js',
  }),
);
