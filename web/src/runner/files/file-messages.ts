import type { FileMessage } from '../messages';

/** Whether a message about files has the right shape, since a study can send anything. */
export function isFileMessage(data: object): data is FileMessage {
  const { type, name, id, blob } = data as Partial<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof id !== 'number') return false;
  return type === 'read_file' || (type === 'file' && blob instanceof Blob);
}
