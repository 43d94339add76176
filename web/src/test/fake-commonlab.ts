import type { Commonlab } from '../runner/frame/commonlab';

/** A fake `window.commonlab` that collects its calls, each with its kind and content. */
export function fakeCommonlab(condition: unknown = null): {
  commonlab: Commonlab;
  said: [kind: string, content: unknown][];
} {
  const said: [kind: string, content: unknown][] = [];
  const noted = (kind: string) => (content: unknown) => {
    said.push([kind, content]);
    return Promise.resolve();
  };
  const commonlab: Commonlab = {
    isRun: true,
    participant: 'ab',
    condition,
    seed: 'seed',
    memory: window.sessionStorage,
    record: noted('trial'),
    text: noted('text'),
    event: noted('event'),
    finish: () => void said.push(['finish', null]),
    file: () => Promise.resolve(),
    readFile: () => Promise.resolve(null),
    shared: null,
    stop: (how) => void said.push([how?.mayBeDone ? 'ask' : 'stop', null]),
  };
  return { commonlab, said };
}
