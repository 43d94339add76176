import { runtimeLimits } from '../../../../contracts/runtime/limits';
import {
  messagesAtOnce,
  MessagePace,
  mostWaitingCharacters,
  charactersAtOnce,
  messageLengthOf,
} from './message-pace';

let now = 0;
beforeEach(() => {
  now = 0;
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());
const pass = (ms: number) => {
  now += ms;
  jest.advanceTimersByTime(ms);
};
const flooded = (count: number) => {
  const full = jest.fn();
  const pace = new MessagePace(full, () => now);
  const taken: number[] = [];
  for (let n = 0; n < count; n++) pace.take(() => void taken.push(n));
  return { pace, taken, full };
};
const upTo = (count: number) => [...Array(count).keys()];

describe('the messages of a study', () => {
  it('are handled immediately for the number that a complete study sends', () => {
    expect(flooded(messagesAtOnce).taken).toEqual(upTo(messagesAtOnce));
  });

  it('are handled immediately at the limits of a run', () => {
    const { pace, taken } = flooded(0);
    const { runRecords, runBytes } = runtimeLimits;
    const data = 'x'.repeat(runBytes / runRecords);
    const weight = messageLengthOf({
      type: 'record',
      kind: 'event',
      of: 'jspsych',
      id: 100_000,
      data,
    });
    for (let n = 0; n < runRecords; n++) pace.take(() => void taken.push(n), weight);
    pace.take(() => void taken.push(-1));
    expect(taken).toHaveLength(runRecords + 1);
  });

  it('are delayed when they are long, and continue after one that exceeds the whole allowance', () => {
    const { pace, taken, full } = flooded(0);
    pace.take(() => void taken.push(0), charactersAtOnce + 1_000_000);
    pace.take(() => void taken.push(1));
    for (let n = 0; n < 9; n++) pass(100);
    expect(taken).toEqual([0]);
    for (let n = 0; n < 3; n++) pass(100);
    expect(taken).toEqual([0, 1]);
    expect(full).not.toHaveBeenCalled();
  });

  it('end the study when the queue is full', () => {
    const { pace, taken, full } = flooded(0);
    const long = 250_000;
    const sent = (charactersAtOnce + mostWaitingCharacters) / long;
    for (let n = 0; n < sent; n++) pace.take(() => void taken.push(n), long);
    expect(taken).toHaveLength(charactersAtOnce / long);
    expect(full).not.toHaveBeenCalled();
    for (let n = 0; n < 3; n++) pace.take(() => void taken.push(-1), long);
    expect(full).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 10; n++) pass(1_000);
    expect(taken).toHaveLength(charactersAtOnce / long);
  });

  it('are queued in order beyond the allowance, and none is lost', () => {
    const { pace, taken } = flooded(messagesAtOnce + 500);
    expect(taken).toHaveLength(messagesAtOnce);
    pass(100);
    expect(taken.length).toBeGreaterThan(messagesAtOnce + 50);
    expect(taken.length).toBeLessThan(messagesAtOnce + 150);
    // This message arrives while others wait, so it is handled after them.
    pace.take(() => void taken.push(-1));
    for (let n = 0; n < 10; n++) pass(100);
    expect(taken).toEqual([...upTo(messagesAtOnce + 500), -1]);
  });

  it('are handled immediately again after a pause', () => {
    const { pace, taken } = flooded(messagesAtOnce + 1);
    pass(100);
    pass(60_000);
    taken.length = 0;
    for (let n = 0; n < 5_000; n++) pace.take(() => void taken.push(n));
    expect(taken).toHaveLength(5_000);
  });

  it('are not handled after the study was removed, even if the handling of one of them removed it', () => {
    const { pace, taken } = flooded(messagesAtOnce);
    pace.take(() => pace.stop());
    pace.take(() => void taken.push(-1));
    for (let n = 0; n < 10; n++) pass(100);
    expect(taken.at(-1)).toBe(messagesAtOnce - 1);
    pace.take(() => void taken.push(-2));
    expect(taken.at(-1)).toBe(messagesAtOnce - 1);
  });
});

describe('the weight of a message', () => {
  it('grows with the length of its texts and keys', () => {
    const plain = messageLengthOf({ type: 'finish' }) ?? 0;
    expect(messageLengthOf({ type: 'finish', data: 'x'.repeat(5_000) })).toBe(plain + 5_004);
    expect(messageLengthOf({ type: 'finish', ['x'.repeat(5_000)]: 1 })).toBe(plain + 5_008);
    expect(messageLengthOf({ type: 'file', blob: new Blob(['x']) })).toBeLessThan(plain + 20);
  });

  it.each([[[1]], [{}], [new Map()], [new Uint8Array(5)], [5n]])(
    'is unknown for a value that no valid message contains: %p',
    (more) => {
      expect(messageLengthOf({ type: 'finish', more })).toBeUndefined();
    },
  );
});
