import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The scripts of studies that the builder makes, each a classic one: a folder that is opened without
 * a server has no modules. `--mode` says which of the two.
 */
const scripts: Record<string, { entry: string; name: string; file: string }> = {
  player: { entry: 'player.ts', name: 'commonlabPlayer', file: 'player.js' },
  questionnaire: {
    entry: 'questionnaire/plugin.ts',
    name: 'commonlabQuestionnaire',
    file: 'plugins/plugin-questionnaire.js',
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
        entry: resolve(import.meta.dirname, 'src/builder-player', script.entry),
        formats: ['iife'],
        name: script.name,
        fileName: () => script.file,
      },
    },
  };
});
