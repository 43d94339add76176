import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * Makes Vite's configuration for a classic script (not an ES module). The build writes the script
 * into the folder of the web app. Pages of studies, which lie outside the web app, load the script.
 * @param {{ entry: string, name: string, file: string }} script `entry`: below web/src
 * @returns {import('vite').UserConfig}
 */
export const classicScriptConfig = ({ entry, name, file }) => ({
  root: join(ROOT, 'web'),
  publicDir: false,
  build: {
    outDir: join(ROOT, 'dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: join(ROOT, 'web/src', entry),
      formats: ['iife'],
      name,
      fileName: () => file,
    },
  },
});
