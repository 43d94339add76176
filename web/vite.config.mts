import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { AcceptedPlugin } from 'postcss';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type UserConfig } from 'vite';
import { configWithFrameChunk } from '../scripts/lib/web/framed-chunks.mjs';
import { lightContractsPlugin } from '../scripts/lib/web/light-contracts.mjs';
import { firstPageModules } from '../scripts/lib/web/web-budget.mjs';

const server = process.env.COMMONLAB_SERVER ?? 'http://127.0.0.1:3000';
const proxy = {
  '/api/': server,
  '/robots.txt': server,
  '/run/': server,
  '/s/': server,
  '/socket.io': {
    target: server,
    ws: true,
    // The development server accepts WebSockets from its own pages only.
    rewriteWsOrigin: true,
  },
};

const config = (): UserConfig => ({
  root: import.meta.dirname,
  plugins: [lightContractsPlugin(), react()],
  css: { postcss: { plugins: [(mantine as () => AcceptedPlugin)()] } },
  // The Content Security Policy allows neither scripts nor styles in data: addresses. So small
  // files are not inlined into other files; the browser requests and caches each one.
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy },
  preview: { proxy },
});

export default defineConfig(({ command }) =>
  command === 'build' ? configWithFrameChunk(config, firstPageModules) : config(),
);
