import { Readable } from 'node:stream';
import type { Timeline } from '../../../contracts/timeline/timeline';
import { studyFilesFolder } from '../../../contracts/timeline/timeline-nodes';
import { sha256Hex } from '../../platform/security/secrets';
import type { TemporaryUpload, Storage } from '../../platform/storage/storage';
import type { ManifestFile } from '../versions/manifest';
import {
  playerPagePath,
  playerPageText,
  playerFiles,
  pluginPath,
  timelinePath,
  timelineJsonText,
  usedPlugins,
} from '../timeline-files/folder.rule';
import { playerTexts } from './player-texts';
import { playerFile, timelinePlugins } from '../timeline-files/study-player';

export interface BuiltFile extends ManifestFile {
  content: Buffer;
}
export interface DraftFile {
  path: string;
  sha256: string;
  bytes: number;
}

const made = (path: string, text: string): BuiltFile => {
  const content = Buffer.from(text);
  return { path, content, bytes: content.length, sha256: sha256Hex(content) };
};

/**
 * Generates the files of a study from its timeline: page, timeline, player and plugins. The
 * researcher's own files are not included. The same timeline always gives the same bytes. The
 * timeline may use only known plugins.
 * @param timeline null for a preview, which gets all plugins
 */
export async function generateStudyFiles(timeline: Timeline | null): Promise<BuiltFile[]> {
  const known = timelinePlugins();
  const plugins = timeline ? usedPlugins(timeline) : Object.keys(known);
  const texts = playerTexts(timeline?.language ?? 'en');
  const copies = [...playerFiles, ...plugins.map(pluginPath)].map(async (path) => ({
    path,
    ...(await playerFile(path)),
  }));
  return [
    made(playerPagePath, playerPageText({ timeline, plugins, texts }, known)),
    ...(timeline ? [made(timelinePath, timelineJsonText(timeline))] : []),
    ...(await Promise.all(copies)),
  ];
}

/** Lists the researcher's own files of a draft, each with the path that it has in a version. */
export const draftFilesToManifest = (files: readonly DraftFile[]): ManifestFile[] =>
  files.map(({ path, sha256, bytes }) => ({ path: `${studyFilesFolder}${path}`, sha256, bytes }));

/** Stores the contents of generated files, so that a version can refer to them. */
export async function storeGeneratedFiles(
  storage: Storage,
  files: readonly BuiltFile[],
): Promise<void> {
  const arrived: TemporaryUpload[] = [];
  try {
    for (const { content } of files)
      arrived.push(
        await storage.arrive(Readable.from([content]), {
          type: 'application/octet-stream',
          maxBytes: content.length,
        }),
      );
    await storage.keep(arrived);
  } finally {
    await storage.discard(arrived);
  }
}
