import type { ResourceFile, ResourceVersion } from '../../../../../contracts/resources/files';
import type { FileFacts } from '../../../../../contracts/resources/file-facts';

/**
 * The length of a sound or a video: in seconds below one minute, otherwise a text such as "3:05".
 */
export type MediaLength =
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'clock'; readonly text: string; readonly hours: boolean };

const two = (n: number) => String(n).padStart(2, '0');

/** 12.4 seconds, "3:05", "1:02:09". */
export function mediaLengthOf(seconds: number): MediaLength {
  if (seconds < 59.95) return { unit: 'seconds', seconds: Math.round(seconds * 10) / 10 };
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = two(whole % 60);
  return {
    unit: 'clock',
    text: hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`,
    hours: hours > 0,
  };
}

export type FileFact =
  | { readonly is: 'pixels'; readonly width: number; readonly height: number }
  | { readonly is: 'length'; readonly length: MediaLength }
  | { readonly is: 'codecs'; readonly names: readonly string[] }
  | { readonly is: 'rows'; readonly count: number; readonly columns: number | undefined };

/** Lists what a worker has found out about a file, in the order in which the page shows it. */
export function fileFactsOf(facts: FileFacts | null): FileFact[] {
  if (!facts) return [];
  const { width, height, seconds, codecs = [], rows, columns } = facts;
  return [
    ...(width !== undefined && height !== undefined
      ? [{ is: 'pixels' as const, width, height }]
      : []),
    ...(seconds !== undefined ? [{ is: 'length' as const, length: mediaLengthOf(seconds) }] : []),
    ...(codecs.length > 0 ? [{ is: 'codecs' as const, names: codecs }] : []),
    ...(rows !== undefined ? [{ is: 'rows' as const, count: rows, columns: columns?.length }] : []),
  ];
}

/** For how long a page polls for a file that the server has not examined completely. */
const patienceMs = 5 * 60_000;

/** Whether the server will soon know more about a file, so that the page polls. */
export const isFileStillChecked = (
  { state, facts, updated_at }: Pick<ResourceFile, 'state' | 'facts' | 'updated_at'>,
  now: number,
): boolean =>
  (state === 'checking' || (state === 'ready' && facts === null)) &&
  now - Date.parse(updated_at) < patienceMs;

/** The kinds of content that the browser can show itself. */
export type PreviewKind = 'picture' | 'sound' | 'video' | 'document' | 'text' | 'none';
export function previewKindOf(type: ResourceVersion['type']): PreviewKind {
  if (type.startsWith('image/')) return 'picture';
  if (type.startsWith('audio/')) return 'sound';
  if (type.startsWith('video/')) return 'video';
  if (type === 'application/pdf') return 'document';
  return type === 'application/zip' ? 'none' : 'text';
}
