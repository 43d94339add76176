import { Worker } from 'node:worker_threads';
import type { RefusedTypeReason } from '../../../../contracts/resources/file-types';
import { compiledProgramPath } from '../../../platform/concurrency/built-program';
import { ConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit';
import type { FileBytes } from '../bytes/file-bytes';
import { faultOfSvg } from './svg-fault';

type Fault = RefusedTypeReason | undefined;

/**
 * An SVG up to this size in bytes is parsed in the main thread, a larger one in a worker thread.
 * Parsing takes half a second per million bytes, and quadratic time for some malicious files.
 */
const soonBytes = 20_000;
export const maxParsedSvgBytes = 10_000_000;
/**
 * Large SVGs are parsed one at a time, because the parsed tree takes thirty times as much memory as
 * its text.
 */
const threads = new ConcurrencyLimit(1);
const [memoryMb, waitMs] = [500, 60_000];

/** Returns the reason to refuse an SVG, if any. The check is bounded in time and memory. */
export async function checkSvg(file: FileBytes): Promise<Fault> {
  if (file.size > maxParsedSvgBytes) return 'svg_too_large';
  const text = new TextDecoder().decode(await file.read(0, file.size));
  return file.size > soonBytes ? threads.run(() => inThread(text)) : faultOfSvg(text);
}

async function inThread(text: string): Promise<Fault> {
  const thread = new Worker(compiledProgramPath(__dirname, 'svg-program.js'), {
    workerData: text,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Fault>((found) => {
      // A file whose check runs out of time or memory counts as too large, whatever its size.
      const stopped = () => found('svg_too_large');
      late = setTimeout(stopped, waitMs);
      thread.once('message', ({ fault }: { fault: Fault }) => found(fault));
      thread.once('error', stopped);
      thread.once('exit', stopped);
    });
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}
