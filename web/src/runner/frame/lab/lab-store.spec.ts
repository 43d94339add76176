import type { FrameMessage } from '../../messages';
import { LabJsRows } from './lab-rows';
import { LabJsStores } from './lab-store';

/*
 * A fake with the parts of lab.js 20 that the recorder uses: the same names, assigned in the same
 * order. The real library was tried by hand (docs/studies-that-run-here.md).
 */
type Handler = (this: unknown) => unknown;
class EventHandler {
  declare internals: { callbacks: Record<string, Handler[]>; rawOptions: object };
  constructor(readonly given: Record<string, unknown> = {}) {
    this.internals = { callbacks: {}, rawOptions: { ...given } };
  }
  on(event: string, handler: Handler) {
    const { callbacks } = this.internals;
    callbacks[event] = [...(callbacks[event] ?? []), handler];
  }
  triggerMethod(event: string) {
    for (const one of this.internals.callbacks[event] ?? []) one.apply(this);
  }
}
type Row = Record<string, unknown>;
class Store extends EventHandler {
  declare data: Row[];
  declare staging: Row;
  constructor(kept: Row[] = []) {
    super();
    this.data = kept;
    this.staging = {};
  }
  commit(row: Row) {
    const index = this.data.push({ ...this.staging, ...row }) - 1;
    this.triggerMethod('commit');
    this.staging = {};
    return index;
  }
  update(index: number, change: (row: Row) => Row) {
    this.data[index] = change(this.data[index] ?? {});
  }
  clear() {
    this.data = [];
  }
  exportJson() {
    return JSON.stringify(this.data);
  }
  exportCsv() {
    return '';
  }
}
class Component extends EventHandler {
  constructor(readonly options: { parent?: Component } = {}) {
    super(options);
  }
  prepare() {
    return undefined;
  }
  run() {
    this.triggerMethod('run');
  }
  end() {
    this.triggerMethod('end');
    this.triggerMethod('after:end');
  }
  epilogue() {
    this.triggerMethod('epilogue');
  }
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  for (const name of ['staging', 'internals'])
    delete (Object.prototype as Record<string, unknown>)[name];
});

function page() {
  const said: string[] = [];
  const ends = jest.fn();
  const rows = new LabJsRows((message: FrameMessage) => {
    if (message.type === 'record') said.push(`${message.kind} ${message.data}`);
  });
  const stores = new LabJsStores(rows, ends);
  stores.watch();
  return { said, ends, stores };
}

describe('rows of a lab.js study without a transmit plugin', () => {
  it('are recorded once each, as lab.js exports them', () => {
    const { said, stores } = page();
    const store = new Store();
    expect(stores.areHere).toBe(false);
    const first = store.commit({ sender: 'a', _hidden: 1, rt: 300 });
    store.update(first, (row) => ({ ...row, time_switch: 5 }));
    expect([stores.areHere, said]).toEqual([true, []]);
    store.commit({ sender: 'b' });
    expect(said).toEqual(['trial {"sender":"a","rt":300,"time_switch":5}']);
    jest.runAllTimers();
    expect(said.slice(1)).toEqual(['trial {"sender":"b"}']);
    store.update(first, (row) => ({ ...row, correct: true }));
    jest.runAllTimers();
    expect(said.slice(2)).toEqual([
      'amend {"trial":0,"data":{"sender":"a","rt":300,"time_switch":5,"correct":true}}',
    ]);
  });

  it('are recorded when the page is left', () => {
    const { said } = page();
    new Store().commit({ sender: 'a' });
    dispatchEvent(new Event('pagehide'));
    expect(said).toEqual(['trial {"sender":"a"}']);
  });

  it('of an earlier page or of a cleared list are not overwritten by later rows', () => {
    const { said } = page();
    const store = new Store([{ sender: 'page before' }]);
    store.update(0, (row) => ({ ...row, late: true }));
    store.commit({ sender: 'a' });
    store.clear();
    store.commit({ sender: 'b' });
    const other = new Store();
    other.commit({ sender: 'c' });
    store.commit({ sender: 'd' });
    jest.runAllTimers();
    expect(said).toEqual(['a', 'b', 'c', 'd'].map((sender) => `trial {"sender":"${sender}"}`));
  });

  it('leave the properties of lab.js’ objects, and their order, unchanged', () => {
    page();
    const store = new Store();
    expect(Object.keys(store)).toEqual(['given', 'internals', 'data', 'staging']);
    const other: { staging?: number; internals?: number } = { staging: 1 };
    other.internals = 2;
    expect(other).toEqual({ staging: 1, internals: 2 });
  });
});

describe('the end of a lab.js study', () => {
  it.each([
    ['once lab.js has nothing left to do', true],
    ['soon, in a tab that paints nothing', false],
  ])('is that of its outermost component, %s', (_, hasEpilogue) => {
    const { ends, said } = page();
    const [store, study] = [new Store(), new Component()];
    const screen = new Component({ parent: study });
    study.run();
    screen.run();
    screen.end();
    screen.epilogue();
    jest.runAllTimers();
    expect(ends).not.toHaveBeenCalled();
    study.end();
    store.commit({ sender: 'study' });
    if (hasEpilogue) study.epilogue();
    jest.runAllTimers();
    expect([ends.mock.calls.length, said]).toEqual([1, ['trial {"sender":"study"}']]);
  });

  it('is the end of the last lab.js study when one follows another', () => {
    const { ends } = page();
    const [first, second] = [new Component(), new Component()];
    first.run();
    first.end();
    first.epilogue();
    second.run();
    jest.runAllTimers();
    expect(ends).not.toHaveBeenCalled();
    second.end();
    jest.runAllTimers();
    expect(ends).toHaveBeenCalledTimes(1);
  });
});
