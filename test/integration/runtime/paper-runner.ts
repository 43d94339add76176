import {
  finishRecordOf,
  newWriterId,
  recordsToSend,
  type RecordContent,
  type RecordToSend,
} from './running';

export interface RunReply {
  readonly status: number;
  readonly body: { code?: string; stored_through?: number };
}
/** Sends a request of the simulated page; resolves to undefined if no answer arrives. */
export type PostToRun = (path: 'runs' | 'trials', body: object) => Promise<RunReply | undefined>;

/**
 * A page that runs a study according to the contract. It numbers the records, and sends each record
 * until the server acknowledges the record.
 */
export class SimulatedRunPage {
  /** The records that the study made, in order; the server must return exactly these. */
  readonly made: RecordContent[] = [];
  private acknowledged = 0;
  private writer = newWriterId();
  private runId = '';

  constructor(private readonly post: PostToRun) {}

  get isSaved(): boolean {
    return this.acknowledged === this.made.length;
  }

  make(...made: readonly RecordContent[]): void {
    this.made.push(...made);
  }

  finish(): void {
    this.make(finishRecordOf(this.made.map(({ data }) => data)));
  }

  /** Opens the page, or opens it a second time. @returns false if no answer arrived */
  async open(): Promise<boolean> {
    this.writer = newWriterId();
    const answer = await this.post('runs', { writer: this.writer });
    if (answer?.status !== 200) return false;
    const { _id, stored_through } = answer.body as { _id: string; stored_through: number };
    this.runId = _id;
    this.take(stored_through);
    return true;
  }

  /**
   * Makes a request with the next records that are not acknowledged; undefined if there are none.
   */
  next(most: number): { run_id: string; writer: string; trials: RecordToSend[] } | undefined {
    const waiting = this.made.slice(this.acknowledged, this.acknowledged + most);
    if (waiting.length === 0) return undefined;
    const trials = recordsToSend(waiting, this.acknowledged + 1);
    return { run_id: this.runId, writer: this.writer, trials };
  }

  /** Handles an answer, whichever request it answers, and however late it arrives. */
  hear(answer: RunReply | undefined): void {
    if (!answer) return;
    const { status, body } = answer;
    if (status === 200) return this.take(body.stored_through ?? 0);
    if (body.code === 'taken_over' || body.code === 'unavailable' || status === 429) return;
    throw new Error(`${status} ${JSON.stringify(body)}`);
  }

  private take(storedThrough: number): void {
    if (storedThrough > this.made.length)
      throw new Error(`${storedThrough} are said to be stored of ${this.made.length}`);
    this.acknowledged = Math.max(this.acknowledged, storedThrough);
  }
}
