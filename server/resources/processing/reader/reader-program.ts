/*
 * The program of the reader process, which reads files of researchers one after the other
 * (reader-process.ts). It has neither the worker's settings nor its connections.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { readResourceFileFacts } from '../facts/read-facts';
import type { FileReadResult } from '../facts/read-file';
import type { ReaderLimits } from './reader-limits';

export interface ReaderRequest {
  readonly path: string;
  readonly type: ResourceFileType;
  readonly limits: ReaderLimits;
}

/**
 * The number of the file that is being read, counted from 1; 0 while no file is being read. The
 * watchdog thread (reader-watch.ts) reads it in order to count the CPU time of each file.
 */
const present = new Int32Array(new SharedArrayBuffer(4));
let count = 0;

/** When memory is short, makes Linux kill this process before the worker. */
function offerToBeEnded(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has this file; other systems choose by themselves which process to kill.
  }
}

function watch(limits: ReaderLimits): void {
  new Worker(resolve(__dirname, 'reader-watch.js'), {
    workerData: { present, limits },
    env: {},
  }).unref();
}

async function answer({ path, type, limits }: ReaderRequest): Promise<FileReadResult> {
  if (count === 0) watch(limits);
  Atomics.store(present, 0, (count += 1));
  try {
    return await readResourceFileFacts(path, type);
  } finally {
    Atomics.store(present, 0, 0);
  }
}

offerToBeEnded();
process.on('disconnect', () => process.exit());
process.on('message', (request: ReaderRequest) => {
  void answer(request).then((read) => process.send?.(read));
});
