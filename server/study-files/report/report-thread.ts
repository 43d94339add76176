import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { VersionReport } from '../../../contracts/study-files';
import type { AskedFile, AskedReport, Asked, Told } from './report-program';

/** Where the build put the program; a test that runs from the sources finds it there, too. */
function program(): string {
  const name = 'report-program.js';
  const found = [resolve(__dirname, name), resolve('dist/server/study-files/report', name)].find(
    existsSync,
  );
  if (!found) throw new Error('the check of study files is not built');
  return found;
}

/** Beside that heap, of what is new. */
const youngMb = 48;

/** It took longer than it may, or more memory, and the thread has ended. */
export class Stopped extends Error {}

/**
 * A thread of its own for the files of one version, which may have been written to be slow or large to
 * look through. It has neither the settings of this process nor its connections.
 */
export class ReportThread {
  private readonly worker: Worker;
  private waiting: { resolve: (told: Told) => void; reject: (error: Error) => void } | undefined;
  private isOver = false;

  constructor(memoryMb: number) {
    this.worker = new Worker(program(), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    });
    this.worker.on('message', (told: Told) => this.waiting?.resolve(told));
    this.worker.on('error', (cause) => this.over(new Stopped('the thread failed', { cause })));
    this.worker.on('exit', () => this.over(new Stopped('the thread has ended')));
  }

  /** @throws Stopped */
  async look(file: AskedFile, ms: number): Promise<void> {
    await this.ask({ file }, ms);
  }

  /** @throws Stopped */
  async report(asked: AskedReport, ms: number): Promise<VersionReport> {
    const { report } = await this.ask({ report: asked }, ms);
    if (!report) throw new Stopped('the thread has no report');
    return report;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private async ask(asked: Asked, ms: number): Promise<Told> {
    let late: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Told>((resolve, reject) => {
        if (this.isOver) return reject(new Stopped('the thread has ended'));
        this.waiting = { resolve, reject };
        late = setTimeout(() => reject(new Stopped(`it took longer than ${ms} ms`)), ms);
        this.worker.postMessage(asked);
      });
    } finally {
      clearTimeout(late);
      this.waiting = undefined;
    }
  }

  private over(error: Stopped): void {
    this.isOver = true;
    this.waiting?.reject(error);
  }
}
