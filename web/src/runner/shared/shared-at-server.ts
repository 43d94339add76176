import type {
  changeBatchDocument,
  readBatchDocument,
} from '../../../../contracts/runtime/batch-session';
import { CallError, requestJson } from '../api';
import type { SharedChange, SharedState } from '../frame/shared';
import type { SharedMessage } from '../messages';
import { type PauseLimits, type RetryPause, createRetryPause } from '../../lib/uploads/retry-pause';
import type { SharedDocumentCalls } from './shared-messages';

/**
 * The calls for participants whose consent text did not mention shared data. Changes are refused,
 * so that no data is passed on to other participants.
 */
const nothingShared: SharedDocumentCalls = {
  // Pages of studies for JATOS always read the document before they begin, even if they do not use
  // it; so reading must not fail.
  read: () => Promise.resolve({ version: 0, document: {} }),
  change: () => Promise.reject(new CallError(403, 'not_shared')),
};

export const sharedDocumentCalls = (participation: string, shares = true): SharedDocumentCalls => {
  if (!shares) return nothingShared;
  const path = `/api/participations/${participation}/batch-session/`;
  return {
    read: (after) =>
      requestJson<typeof readBatchDocument>(after < 0 ? path : `${path}?after=${after}`),
    change: (body) => requestJson<typeof changeBatchDocument>(path, { method: 'POST', body }),
  };
};

/** @throws CallError if the text is not JSON, since a study can send anything */
function changeIn(text: string): { patch: unknown; expects: unknown } {
  try {
    return JSON.parse(text) as { patch: unknown; expects: unknown };
  } catch {
    throw new CallError(400, 'validation_failed');
  }
}

/**
 * Sends a run's requests about the shared document one after the other, and repeats each until it
 * is answered. Each change has an id, so that the server does not make it twice if an answer was
 * lost.
 */
export class ServerSharedDocument {
  private last: Promise<unknown> = Promise.resolve();
  private readonly pause: RetryPause;
  private isOver = false;

  constructor(
    private readonly runId: string,
    private readonly writer: string,
    private readonly calls: SharedDocumentCalls,
    pauses?: PauseLimits,
  ) {
    this.pause = createRetryPause(pauses);
  }

  /** @throws CallError if the server refuses the request for good */
  ask(message: SharedMessage): Promise<SharedState | SharedChange> {
    const call =
      message.type === 'read_shared'
        ? () => this.calls.read(message.after)
        : this.changing(message.change);
    const answer = this.last.then(() => this.patiently(call));
    this.last = answer.catch(() => undefined);
    return answer;
  }
  private changing(change: string): () => Promise<SharedChange> {
    const { patch, expects } = changeIn(change);
    const body = JSON.stringify({
      ...{ run_id: this.runId, writer: this.writer, change_id: crypto.randomUUID() },
      ...{ patch, expects },
    });
    return () => this.calls.change(body);
  }

  private async patiently<T>(call: () => Promise<T>): Promise<T> {
    this.pause.restart();
    for (;;)
      try {
        if (this.isOver) throw new CallError(409, 'run_ended');
        return await call();
      } catch (error) {
        if (!(error instanceof CallError) || !error.isPassing) throw error;
        await this.pause.afterFailure(error.retryAfterMs);
      }
  }

  stop(): void {
    this.isOver = true;
    this.pause.end();
  }
}
