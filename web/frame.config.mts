import { defineConfig } from 'vite';
import { classicScriptConfig } from '../scripts/lib/web/classic-script.mjs';

/**
 * Builds the first script of every page of a hosted study. It is one classic script (not a module),
 * because it must run before the study's own scripts.
 */
export default defineConfig(
  classicScriptConfig({
    entry: 'runner/frame/frame.ts',
    name: 'commonlabFrame',
    file: 'frame.js',
  }),
);
