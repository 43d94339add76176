import { Timeline } from '../../../contracts/timeline/timeline';
import type { Storage } from '../../platform/storage/storage';

/**
 * Reads and parses a stored timeline file; undefined where the file is not a timeline, or is not on
 * disk.
 */
export async function parsedTimeline(
  storage: Pick<Storage, 'bytes'>,
  sha256: string,
): Promise<Timeline | undefined> {
  const stream = await storage.bytes(sha256);
  if (!stream) return undefined;
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  try {
    return Timeline.safeParse(JSON.parse(Buffer.concat(parts).toString())).data;
  } catch {
    return undefined;
  }
}
