import type { FileMessage, RunnerMessage } from '../messages';

/**
 * The reasons why a file is not stored, in words for the researcher who reads the browser's
 * console.
 */
const why = {
  file_empty: 'the file has no bytes',
  file_too_large: 'the file is larger than 30 MB',
  files_full: 'this run has 2,000 files, or 200 MB',
  invalid_name: 'a name has 1 to 200 characters, no control characters',
  unreadable: 'the file could not be read',
  run_ended: 'the run has ended',
} as const;

interface Asked {
  resolve(answer: Blob | null): void;
  reject(reason: Error): void;
}

/** Passes the study's files to the runner, and requests files from it. */
export class FrameFiles {
  private readonly asked = new Map<number, Asked>();

  constructor(
    private readonly send: (message: FileMessage) => void,
    private readonly nextId: () => number,
  ) {}

  keep(name: string, blob: Blob): Promise<void> {
    return this.ask((id) => ({ type: 'file', name, blob, id })).then(() => undefined);
  }
  read(name: string): Promise<Blob | null> {
    return this.ask((id) => ({ type: 'read_file', name, id }));
  }

  private ask(messageOf: (id: number) => FileMessage): Promise<Blob | null> {
    const id = this.nextId();
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.send(messageOf(id));
    });
  }

  /**
   * Handles an answer of the runner.
   * @returns whether the answer belongs to a request of this object
   */
  hear(message: RunnerMessage): boolean {
    if (!('id' in message)) return false;
    const asked = this.asked.get(message.id);
    if (!asked) return false;
    this.asked.delete(message.id);
    if (message.type === 'refused')
      asked.reject(Object.assign(new Error(why[message.code]), { code: message.code }));
    else asked.resolve(message.type === 'file' ? message.blob : null);
    return true;
  }
}
