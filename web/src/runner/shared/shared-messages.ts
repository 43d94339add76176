import type { SharedChange, SharedState } from '../frame/shared';
import type { SharedMessage } from '../messages';
import type { ServerSharedDocument } from './shared-at-server';

/** The requests to the server about the document that the participants of a session share. */
export interface SharedDocumentCalls {
  read(after: number): Promise<SharedState>;
  /** @param body JSON in the form of the contract (contracts/runtime/batch-session.ts) */
  change(body: string): Promise<SharedChange>;
}

/** Whether a message has the right shape, since a study can send anything. */
export function isSharedMessage(data: object): data is SharedMessage {
  const { type, id, after, change } = data as Partial<Record<string, unknown>>;
  if (typeof id !== 'number') return false;
  return (
    (type === 'read_shared' && Number.isInteger(after)) ||
    (type === 'change_shared' && typeof change === 'string')
  );
}

/**
 * Handles a run's requests about the shared document. Most studies make none, so the code for them
 * is loaded with the first request.
 */
export class DocumentSharing {
  private server: Promise<ServerSharedDocument> | undefined;

  constructor(
    private readonly runId: string,
    private readonly writer: string,
    private readonly calls: () => Promise<SharedDocumentCalls>,
  ) {}

  /** @throws CallError if the server refuses the request for good */
  async ask(message: SharedMessage): Promise<SharedState | SharedChange> {
    // If the code could not be loaded, for example without a connection, the next request tries
    // again.
    this.server ??= this.reached().catch((error: unknown) => {
      this.server = undefined;
      throw error;
    });
    return (await this.server).ask(message);
  }
  private async reached(): Promise<ServerSharedDocument> {
    const { ServerSharedDocument: Server } = await import('./shared-at-server');
    return new Server(this.runId, this.writer, await this.calls());
  }
  stop(): void {
    this.server?.then(
      (server) => server.stop(),
      () => undefined,
    );
  }
}
