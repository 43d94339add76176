import type { IFormat } from 'music-metadata';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { FileBytes } from '../../types/bytes/file-bytes';
import { videoSizeOf } from '../../types/formats/boxes';
import { unsupportedBrowserNotes } from './browser-notes.rule';
import { readStreamsByFfprobe } from './ffprobe';
import type { StreamFacts } from './probed-streams.rule';
import { unreadableResult, type FileReadResult } from './read-file';

const mostCodecs = 8;

/**
 * Reads length and codecs of a sound or video file: with ffprobe where it is installed, else with a
 * library that reads only headers.
 */
export async function readMedia(path: string, type: ResourceFileType): Promise<FileReadResult> {
  const found = (await readStreamsByFfprobe(path, type)) ?? (await parsed(path, type));
  if (!found) return unreadableResult;
  const codecs = found.codecs
    .slice(0, mostCodecs)
    .map((codec) => codec.replace(/[<>]/g, '').slice(0, 60));
  const { seconds } = found;
  const { width, height } = type === 'video/mp4' && !found.width ? await sizeOf(path) : found;
  return {
    facts: {
      ...(width && height ? { width, height } : {}),
      ...(seconds === undefined ? {} : { seconds: Math.round(seconds * 1_000) / 1_000 }),
      ...(codecs.length > 0 ? { codecs } : {}),
      notes: unsupportedBrowserNotes(type, codecs),
    },
  };
}

/**
 * Reads the size of a video in pixels. The library does not read the size from MPEG-4 files.
 */
async function sizeOf(path: string): Promise<{ width?: number; height?: number }> {
  const file = await FileBytes.open(path);
  try {
    return (await videoSizeOf(file)) ?? {};
  } finally {
    await file.close();
  }
}

async function parsed(path: string, type: ResourceFileType): Promise<StreamFacts | undefined> {
  const { parseFile } = await import('music-metadata');
  const { format } = await parseFile(path, { duration: true, skipCovers: true });
  const tracks = format.trackInfo ?? [];
  const named = tracks.flatMap(({ codecName }) => (codecName ? [codecName] : []));
  const codecs = named.length > 0 ? named : format.codec ? [format.codec] : [];
  const picture = tracks.find(({ video }) => video)?.video;
  const seconds = secondsOf(format);
  if (codecs.length === 0 && seconds === undefined && !type.startsWith('video/')) return undefined;
  return {
    codecs: [...new Set(codecs)],
    ...(seconds !== undefined && { seconds }),
    ...(picture && { width: picture.pixelWidth, height: picture.pixelHeight }),
  };
}

const secondsOf = ({ duration }: IFormat): number | undefined =>
  duration !== undefined && Number.isFinite(duration) && duration > 0 ? duration : undefined;
