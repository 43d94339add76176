import type { BatchAnswers } from '../../../server/platform/concurrency/batch';
import type { BatchQueue } from '../../../server/platform/concurrency/batch-queue';

interface Run {
  items: string[];
  end(answers?: BatchAnswers<string>): void;
  fail(error: Error): void;
}

/** Controls a batching queue: each batch ends only when the test ends it. */
export function controlBatchQueue(queue: BatchQueue<string, string, string>) {
  const runs: Run[] = [];
  const process = (items: string[]) =>
    new Promise<BatchAnswers<string>>((end, fail) =>
      runs.push({ items, end: (answers = items) => end(answers), fail }),
    );
  const send = (...items: string[]) =>
    items.map((item) => queue.load(item, process).catch((error: unknown) => error));
  return { runs, send, items: () => runs.map(({ items }) => items.join(' ')) };
}

/** Returns the first letter of an item, which the tests use as its key. */
export const firstLetterOf = (item: string) => item.charAt(0);
/** Runs one turn of the event loop and all follow-up tasks. */
export const runEventLoopTurn = () => jest.advanceTimersByTimeAsync(0);
