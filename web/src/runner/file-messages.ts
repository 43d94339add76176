import type { FileMessage, RunnerMessage } from './messages';
import { FileRefused, type RunFiles } from './run-files';

/** Whether a message about files has its shape: a study can send anything. */
export function isFileMessage(data: object): data is FileMessage {
  const { type, name, id, blob } = data as Partial<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof id !== 'number') return false;
  return type === 'read_file' || (type === 'file' && blob instanceof Blob);
}

/** Does what the study asks for with a file, and answers. */
export async function hearFile(
  message: FileMessage,
  files: RunFiles | undefined,
  tell: (answer: RunnerMessage) => void,
): Promise<void> {
  const { id, name } = message;
  try {
    if (!files) throw new FileRefused('run_ended');
    if (message.type === 'file') {
      await files.add(name, message.blob);
      tell({ type: 'kept', id });
    } else tell({ type: 'file', id, blob: (await files.read(name)) ?? null });
  } catch (error) {
    // The study waits for an answer, and its next records with it.
    tell({ type: 'refused', id, code: error instanceof FileRefused ? error.code : 'unreadable' });
    if (!(error instanceof FileRefused)) throw error;
  }
}
