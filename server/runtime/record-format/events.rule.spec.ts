import { createHmac } from 'node:crypto';
import { putErrorKindsIntoMessages, countEvents as toldUnder } from './events.rule';
import { sha256, type RecordFrame } from './frames.rule';

const event = (data: unknown): RecordFrame => ({
  kind: 'event',
  data: Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)),
});
const under = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest();
const toldBy = (frames: readonly RecordFrame[]) => toldUnder(frames, under('key'));
const error = { type: 'error', message: 'x is not defined', file: 'task.js', line: 3, column: 9 };

test('countEvents counts errors and focus losses, and lists each error once', () => {
  const frames = [
    event(error),
    event({ ...error, column: 1 }),
    event({ ...error, line: 4 }),
    event({ type: 'blur', at: 20 }),
    event({ type: 'focus', at: 30 }),
    event({ type: 'hidden', at: 40 }),
  ];
  const told = toldBy(frames);
  expect([told.errors, told.focus_lost]).toEqual([3, 1]);
  expect(told.different.map(({ file, line }) => [file, line])).toEqual([
    ['task.js', 3],
    ['task.js', 4],
  ]);
});

test('countEvents gives the same error the same hash in every run', () => {
  const hashes = [toldBy([event(error)]), toldBy([event(error), event(error)])].map(
    ({ different }) => different[0]?.hash,
  );
  expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(hashes[0]).toBe(hashes[1]);
});

test('countEvents makes the hash of an error with a key, so that researchers cannot guess the error from the hash', () => {
  const hashUnder = (key: string) => toldUnder([event(error)], under(key)).different[0]?.hash;
  expect(hashUnder('key')).not.toBe(hashUnder('another key'));
  const { message, file, line } = error;
  const plain = sha256(Buffer.from(JSON.stringify({ message, file, line }))).toString('hex');
  expect(plain).not.toContain(hashUnder('key'));
});

test('countEvents ignores events that are broken, too large, of another type or without a position', () => {
  const one = (data: unknown) => toldBy([event(data)]);
  const nothing = { errors: 0, focus_lost: 0, different: [] };
  for (const data of ['{', 'null', '[]', { type: 'error' }, { type: 'error', message: 5 }])
    expect(one(data)).toEqual(nothing);
  expect(one({ ...error, message: 'a'.repeat(8_000) })).toEqual(nothing);
  expect(toldBy([{ kind: 'trial', data: Buffer.from(JSON.stringify(error)) }])).toEqual(nothing);
  expect(one({ type: 'error', message: 'a\u0000b', file: '', line: 1.5 }).different).toMatchObject([
    { message: 'a b', file: null, line: null },
  ]);
});

test('countEvents limits the different errors that it lists for a batch, but counts all of them', () => {
  const told = toldBy(Array.from({ length: 50 }, (_, line) => event({ ...error, line: line + 1 })));
  expect([told.errors, told.different.length]).toEqual([50, 20]);
});

test('countEvents lists a file that failed to preload as an error of a separate kind', () => {
  const gone = { type: 'file_not_loaded', file: 'img/ad.png', why: 'blocked' };
  const told = toldBy([event(gone), event(gone), event({ ...gone, why: 'because' })]);
  expect(told.errors).toBe(2);
  expect(told.different).toMatchObject([
    { kind: 'not_loaded', message: 'blocked', file: 'img/ad.png', line: null },
  ]);
  const said = toldBy([event({ ...error, message: 'blocked', file: 'img/ad.png', line: null })]);
  expect(said.different[0]?.hash).not.toBe(told.different[0]?.hash);
});

test('countEvents lists blocked and failed addresses without their query, and missing files of the study without counting them', () => {
  const told = toldBy([
    event({ type: 'blocked', address: 'https://a.example/x.js?who=7#y', directive: 'script-src' }),
    event({ type: 'load_failed', address: 'https://a.example/b.png?who=7', element: 'img' }),
    event({ type: 'load_failed', address: 'group-b/face.png', element: 'img' }),
  ]);
  expect(told.errors).toBe(2);
  expect(told.different).toMatchObject([
    { kind: 'blocked', message: 'script-src', file: 'https://a.example/x.js', line: null },
    { kind: 'load_failed', message: 'img', file: 'https://a.example/b.png' },
    { kind: 'load_failed', message: 'img', file: 'group-b/face.png' },
  ]);
});

test('countEvents lists that a study did not start or got stuck, and whether the participant reported it, without any text', () => {
  const told = toldBy([
    event({ type: 'not_started', why: 'Ada was here' }),
    event({ type: 'not_started', told: 'yes' }),
    event({ type: 'stuck', told: 'Ada was here' }),
    event({ type: 'began' }),
  ]);
  expect(told.errors).toBe(2);
  expect(told.different.map(({ kind, message }) => [kind, message])).toEqual([
    ['not_started', ''],
    ['not_started', 'told'],
    ['began', ''],
  ]);
});

test('putErrorKindsIntoMessages adds the cause to an address, since errors of rehearsals have no kind', () => {
  const told = putErrorKindsIntoMessages(
    toldBy([
      event({ type: 'blocked', address: 'https://a.example/x.js', directive: 'script-src' }),
      event({ type: 'began' }),
    ]),
  );
  expect(told.different.map(({ message, file }) => [message, file])).toEqual([
    ['Content-Security-Policy: script-src', 'https://a.example/x.js'],
  ]);
});

test('countEvents lists a run that the participant ended because the study did not end', () => {
  const told = toldBy([event({ type: 'ended_by_participant' }), event(error)]);
  expect(told.errors).toBe(2);
  expect(told.different).toMatchObject([
    { kind: 'no_end', message: '', file: null, line: null },
    { kind: 'error' },
  ]);
  const [first, second] = told.different;
  expect(first?.hash).toMatch(/^[0-9a-f]{32}$/);
  expect(first?.hash).not.toBe(second?.hash);
});
