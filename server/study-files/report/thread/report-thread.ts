import { Worker } from 'node:worker_threads';
import type { VersionReport } from '../../../../contracts/study-files/study-files';
import { compiledProgramPath } from '../../../platform/concurrency/built-program';
import type { FileFactsRequest, ReportRequest, ThreadRequest, ThreadReply } from './report-program';
import { threadCpuClock } from './thread-clock';

/**
 * How many megabytes of heap the thread has for new objects. They come in addition to `memoryMb`,
 * which limits the heap for older objects.
 */
const youngMb = 48;
/** How often the thread's CPU time is read, in milliseconds. */
const lookedMs = 50;

/** The thread was ended because a check took more time or memory than allowed. */
export class ThreadStopped extends Error {}

export interface CallLimits {
  /** How many milliseconds of CPU time the call may use. */
  readonly ms: number;
  /** The time by which the call must end, on the clock of `performance.now()`. */
  readonly until: number;
}

/**
 * A thread that checks the files of one version. A hostile file may take very much time or memory,
 * so the thread can be ended. It has neither the environment nor the connections of this process.
 */
export class ReportThread {
  private readonly worker: Worker;
  private waiting:
    | { resolve: (told: ThreadReply) => void; reject: (error: Error) => void }
    | undefined;
  private over: ThreadStopped | undefined;
  private clock: (() => number) | undefined;
  /** The CPU time that the thread had used when its first message (`task`) arrived. */
  private began = 0;

  constructor(memoryMb: number) {
    this.worker = new Worker(compiledProgramPath(__dirname, 'report-program.js'), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    });
    this.worker.on('message', (told: ThreadReply) => this.hear(told));
    this.worker.on('error', (cause) =>
      this.endWith(new ThreadStopped('the thread failed', { cause })),
    );
    this.worker.on('exit', () => this.endWith(new ThreadStopped('the thread has ended')));
  }

  /** Milliseconds of CPU time that the thread has used since its first message (`task`). */
  get spent(): number {
    return this.clock ? this.clock() - this.began : 0;
  }

  /** @throws ThreadStopped */
  async look(file: FileFactsRequest, allowed: CallLimits): Promise<void> {
    await this.ask({ file }, allowed);
  }

  /** @throws ThreadStopped */
  async report(asked: ReportRequest, allowed: CallLimits): Promise<VersionReport> {
    const told = await this.ask({ report: asked }, allowed);
    if (!('report' in told) || !told.report) throw new ThreadStopped('the thread has no report');
    return told.report;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private async ask(asked: ThreadRequest, allowed: CallLimits): Promise<ThreadReply> {
    if (!this.clock) await this.heard(() => undefined, { ...allowed, ms: Infinity });
    return this.heard(() => this.worker.postMessage(asked), allowed);
  }

  private async heard(say: () => void, { ms, until }: CallLimits): Promise<ThreadReply> {
    let looking: NodeJS.Timeout | undefined;
    try {
      return await new Promise<ThreadReply>((resolve, reject) => {
        if (this.over) return reject(this.over);
        const before = this.spent;
        this.waiting = { resolve, reject };
        looking = setInterval(() => {
          if (this.spent - before > ms) reject(new ThreadStopped(`it took more than ${ms} ms`));
          else if (performance.now() > until) reject(new ThreadStopped('there was no more time'));
        }, lookedMs);
        say();
      });
    } finally {
      clearInterval(looking);
      this.waiting = undefined;
    }
  }

  private hear(told: ThreadReply): void {
    if ('task' in told) {
      this.clock = threadCpuClock(this.worker, told.task);
      this.began = this.clock();
    }
    this.waiting?.resolve(told);
  }

  private endWith(error: ThreadStopped): void {
    this.over ??= error;
    this.waiting?.reject(error);
  }
}
