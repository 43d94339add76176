import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TimelinePlugins } from '../../../contracts/timeline/timeline-plugins';
import { sha256Hex } from '../../platform/security/secrets';

/**
 * Finds the folder where the build puts the player, jsPsych and its plugins
 * (scripts/lib/libraries/study-player.mjs).
 */
function built(): string {
  const found = ['../../../study-player', '../../../dist/study-player']
    .map((folder) => resolve(__dirname, folder))
    .find((folder) => existsSync(join(folder, 'player.js')));
  if (!found) throw new Error('the player of studies is not built');
  return found;
}

export interface PlayerFile {
  sha256: string;
  bytes: number;
  content: Buffer;
}
const read = new Map<string, Promise<PlayerFile>>();

/**
 * Reads a file of the builder's player. It is read only once, since it changes only with the
 * server.
 */
export function playerFile(path: string): Promise<PlayerFile> {
  const known = read.get(path);
  if (known) return known;
  const reading = readFile(join(built(), path)).then((content) => ({
    content,
    bytes: content.length,
    sha256: sha256Hex(content),
  }));
  read.set(path, reading);
  reading.catch(() => read.delete(path));
  return reading;
}

/** Returns the SHA-256 of every script of the builder's player, jsPsych and plugins included. */
export function playerHashes(): string[] {
  const folder = built();
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => sha256Hex(readFileSync(join(folder, path))));
}

let plugins: TimelinePlugins | undefined;
/** Reads, once, the list of plugins and their parameters that the build made from jsPsych. */
export const timelinePlugins = (): TimelinePlugins =>
  (plugins ??= JSON.parse(
    readFileSync(resolve(__dirname, '../../../contracts/timeline/timeline-plugins.json'), 'utf8'),
  ) as TimelinePlugins);
