import { fork, type ChildProcess } from 'node:child_process';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { CONFIG, type Config } from '../../../config';
import { compiledProgramPath } from '../../../platform/concurrency/built-program';
import { ConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit';
import type { FileReadResult } from '../facts/read-file';
import { readerIdleMs, readerLimits, type ReaderLimits } from './reader-limits';
import type { ReaderRequest } from './reader-program';

/**
 * The reader process crashed while it read a file, or was ended because the file took more time or
 * memory than allowed.
 */
export class ReaderDied extends Error {}

/**
 * Reads uploaded files in a separate process, so that a picture made to crash an image library does
 * not crash the worker. The process stays for further files, and ends if none comes for a while.
 */
@Injectable()
export class ReaderProcess implements OnApplicationShutdown {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly turn = new ConcurrencyLimit(1);

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'searchPath'>) {}

  /** @param path of the file on disk @throws ReaderDied */
  read(
    path: string,
    type: ResourceFileType,
    limits: ReaderLimits = readerLimits,
  ): Promise<FileReadResult> {
    return this.turn.run(() => this.ask({ path, type, limits }));
  }

  onApplicationShutdown(): void {
    this.end();
  }

  private async ask(request: ReaderRequest): Promise<FileReadResult> {
    clearTimeout(this.idle);
    const child = this.begun();
    child.ref();
    child.channel?.ref();
    try {
      return await answerOf(child, request);
    } catch (error) {
      this.end();
      throw error;
    } finally {
      child.unref();
      child.channel?.unref();
      this.idle = setTimeout(() => this.end(), readerIdleMs).unref();
    }
  }

  private begun(): ChildProcess {
    this.child ??= fork(compiledProgramPath(__dirname, 'reader-program.js'), {
      // The process gets only the path of ffprobe, none of the worker's other settings, which
      // include secrets.
      env: { PATH: this.config.searchPath },
      execArgv: ['--max-old-space-size=300'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return this.child;
  }

  private end(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

async function answerOf(child: ChildProcess, request: ReaderRequest): Promise<FileReadResult> {
  let late: NodeJS.Timeout | undefined;
  const died = () => new ReaderDied('the reader died at a file');
  try {
    return await new Promise<FileReadResult>((found, failed) => {
      late = setTimeout(() => failed(died()), request.limits.waitMs);
      child.once('message', (read) => found(read as FileReadResult));
      child.once('exit', () => failed(died()));
      child.once('error', () => failed(died()));
      child.send(request, (error) => error && failed(died()));
    });
  } finally {
    clearTimeout(late);
    child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error');
    child.on('error', () => undefined);
  }
}
