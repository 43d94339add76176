import type { Commonlab } from '../frame/commonlab';

/** The `commonlab` of a page that was opened without a run: nothing is recorded, and every promise is fulfilled immediately. */
export function commonlabWithoutRun(): Commonlab {
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
