import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The scripts in the studies that the builder makes and in archives for JATOS. Each is a classic
 * script, because a folder that is opened without a server cannot load modules. `--mode` selects
 * the script to build.
 */
const scripts: Record<string, { entry: string; name: string; file: string }> = {
  player: { entry: 'builder-player/player.ts', name: 'commonlabPlayer', file: 'player.js' },
  questionnaire: {
    entry: 'builder-player/questionnaire/plugin.ts',
    name: 'commonlabQuestionnaire',
    file: 'plugins/plugin-questionnaire.js',
  },
  'jatos-adapter': {
    entry: 'runner/export-to-jatos/adapter.ts',
    name: 'commonlabJatosAdapter',
    file: 'jatos-adapter.js',
  },
};

export default defineConfig(({ mode }) => {
  const script = scripts[mode] ?? scripts.player!;
  return {
    root: import.meta.dirname,
    publicDir: false,
    build: {
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: resolve(import.meta.dirname, 'src', script.entry),
        formats: ['iife'],
        name: script.name,
        fileName: () => script.file,
      },
    },
  };
});
