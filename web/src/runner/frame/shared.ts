import type { BatchSessionChange } from '../../../../contracts/runtime/batch-change.rule';
import type { BatchChangeOutcome } from '../../../../contracts/runtime/batch-session';
import type { JsonValue } from '../../../../contracts/runtime/json-patch.rule';
import type { RunnerMessage, SharedMessage } from '../messages';

export interface SharedState {
  readonly version: number;
  /** The document; undefined if it has not changed since the version that the caller knows. */
  readonly document?: JsonValue | undefined;
}
export interface SharedChange {
  readonly outcome: BatchChangeOutcome;
  readonly version: number;
  /** The document after the request, even if the server refused the change. */
  readonly document: JsonValue;
}

/** A document that all participants of a session share while their studies run. */
export interface SharedDocument {
  /**
   * @param after the version that the caller knows; without it, the answer always contains the
   * document
   */
  read(after?: number): Promise<SharedState>;
  /**
   * Applies operations of JSON Patch: all of them, or none if the document differs from what the
   * change expects.
   */
  change(asked: BatchSessionChange): Promise<SharedChange>;
}

interface Asked {
  resolve(answer: unknown): void;
  reject(reason: Error): void;
}

/** The shared document, which this page reads and changes by messages to the runner. */
export class FrameSharedDocument implements SharedDocument {
  private readonly asked = new Map<number, Asked>();

  constructor(
    private readonly send: (message: SharedMessage) => void,
    private readonly nextId: () => number,
  ) {}

  read(after = -1): Promise<SharedState> {
    return this.ask((id) => ({ type: 'read_shared', after, id })) as Promise<SharedState>;
  }
  change(asked: BatchSessionChange): Promise<SharedChange> {
    const change = JSON.stringify(asked);
    return this.ask((id) => ({ type: 'change_shared', change, id })) as Promise<SharedChange>;
  }

  private ask(messageOf: (id: number) => SharedMessage): Promise<unknown> {
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
    if (message.type !== 'shared' && message.type !== 'shared_refused') return false;
    const asked = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (message.type === 'shared') asked?.resolve(JSON.parse(message.answer));
    else asked?.reject(Object.assign(new Error(message.code), { code: message.code }));
    return true;
  }
}
