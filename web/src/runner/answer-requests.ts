import { CallError } from './api';
import type { FileMessage, RunnerMessage, SharedMessage } from './messages';
import { FileRefusedError, type RunFiles } from './files/run-files';
import type { DocumentSharing } from './shared/shared-messages';

type Tell = (answer: RunnerMessage) => void;

/** Carries out a request of the study about a file or the shared document, and answers it. */
export const answerStudyRequest = (
  message: FileMessage | SharedMessage,
  { files, shared }: { files: RunFiles | undefined; shared: DocumentSharing | undefined },
  tell: Tell,
): Promise<void> =>
  message.type === 'file' || message.type === 'read_file'
    ? hearFile(message, files, tell)
    : hearShared(message, shared, tell);

async function hearFile(
  message: FileMessage,
  files: RunFiles | undefined,
  tell: Tell,
): Promise<void> {
  const { id, name } = message;
  try {
    // A rehearsal has no `files` and stores nothing, but the study gets the same answers as in a
    // real run.
    if (message.type === 'file') {
      await files?.add(name, message.blob);
      tell({ type: 'kept', id });
    } else tell({ type: 'file', id, blob: (await files?.read(name)) ?? null });
  } catch (error) {
    const isRefused = error instanceof FileRefusedError;
    // If an error occurs, the study gets it as an answer, because the study and its next records
    // wait for the answer.
    tell({ type: 'refused', id, code: isRefused ? error.code : 'unreadable' });
    if (!isRefused) throw error;
  }
}

async function hearShared(
  message: SharedMessage,
  shared: DocumentSharing | undefined,
  tell: Tell,
): Promise<void> {
  const { id } = message;
  try {
    const answer = await shared?.ask(message);
    tell({ type: 'shared', id, answer: JSON.stringify(answer ?? { version: 0, document: {} }) });
  } catch (error) {
    const isRefused = error instanceof CallError;
    // If an error occurs, the study gets it as an answer, since the study waits for one.
    tell({ type: 'shared_refused', id, code: isRefused ? error.code : 'unavailable' });
    if (!isRefused) throw error;
  }
}
