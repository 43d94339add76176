import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { parseFfprobeOutput, type StreamFacts } from './probed-streams.rule';

const run = promisify(execFile);

/**
 * The input format that ffprobe must use for each type. Without this option, ffprobe would guess
 * the format. If it guessed a playlist format, it would load the addresses in the file.
 */
const formats: Partial<Record<ResourceFileType, string>> = {
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'video/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/mp4': 'mp4',
  'video/mp4': 'mp4',
  'audio/webm': 'matroska',
  'video/webm': 'matroska',
};
const [mostMs, mostBytes] = [30_000, 1_000_000];

/**
 * Runs ffprobe on a file.
 * @returns undefined where it is not installed or fails
 */
export async function readStreamsByFfprobe(
  path: string,
  type: ResourceFileType,
): Promise<StreamFacts | undefined> {
  const format = formats[type];
  if (!format) return undefined;
  try {
    const { stdout } = await run(
      'ffprobe',
      [
        ...['-v', 'error', '-print_format', 'json', '-show_streams', '-show_format'],
        ...['-protocol_whitelist', 'file', '-f', format, '-i', path],
      ],
      { timeout: mostMs, killSignal: 'SIGKILL', maxBuffer: mostBytes },
    );
    return parseFfprobeOutput(stdout);
  } catch {
    return undefined;
  }
}
