import type { Commonlab } from '../frame/commonlab';

/** Where a page of a study was opened by itself: nothing is recorded, and nothing waits. */
export function withoutRun(): Commonlab {
  const done = () => Promise.resolve();
  const { sessionStorage: memory } = window;
  return {
    ...{ isRun: false, participant: '', condition: null, seed: '' },
    ...{ file: done, readFile: () => Promise.resolve(null), shared: null },
    ...{ memory, record: done, text: done, event: done },
    finish() {},
    stop() {},
  };
}
