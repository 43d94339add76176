import { numberedName, numberedPath } from '../entries/keep-both.rule';
import { bytesPerSecond, timeLeft, addPaceSample } from './pace.rule';
import { pieceBytesAfterFailure, pieceBytesAfterSuccess } from './piece-size.rule';
import type { UploadItem, UploadState } from './upload-item';
import { uploadsInShownOrder, uploadTotalOf } from './upload-order.rule';

const item = (path: string, state: UploadState, bytes = 10, sent = 0): UploadItem => ({
  key: path,
  folderId: 'f',
  path,
  bytes,
  sent,
  state,
});

test.each([
  ['face.png', 2, 'face (2).png'],
  ['face', 3, 'face (3)'],
  ['.hidden', 2, '.hidden (2)'],
  ['a.tar.gz', 2, 'a.tar (2).gz'],
  ['face (2).png', 2, 'face (2) (2).png'],
])('the file %s is kept beside another one as its number %i: %s', (name, number, kept) => {
  expect(numberedName(name, number)).toBe(kept);
});
test('a long name is shortened without cutting a character in two', () => {
  const name = numberedName(`${'x'.repeat(139)}😀😀😀.png`, 2);
  expect(name).toBe(`${'x'.repeat(139)}😀 (2).png`);
  expect(numberedName(`${'x'.repeat(150)}`, 10)).toHaveLength(150);
});
test('only the last name of a path gets a number', () => {
  expect(numberedPath('a.b/c/d.png', 2)).toBe('a.b/c/d (2).png');
});

test('the speed of an upload is that of the last seconds, and unknown at first', () => {
  let samples = addPaceSample([], { at: 0, sent: 0 });
  expect(bytesPerSecond(samples)).toBeUndefined();
  samples = addPaceSample(samples, { at: 2000, sent: 2_000_000 });
  expect(bytesPerSecond(samples)).toBe(1_000_000);
  samples = addPaceSample(samples, { at: 17_000, sent: 2_000_000 });
  expect(bytesPerSecond(samples)).toBe(0);
});
test('the speed ignores samples with more bytes than there are now, since they are of files that were given up', () => {
  const samples = addPaceSample([{ at: 0, sent: 500 }], { at: 100, sent: 20 });
  expect(samples).toEqual([{ at: 100, sent: 20 }]);
});
test.each([
  [1_000, 1_000, { unit: 'seconds', count: 5 }],
  [42_000, 1_000, { unit: 'seconds', count: 45 }],
  [240_000, 1_000, { unit: 'minutes', count: 4 }],
  [7_300_000, 1_000, { unit: 'hours', count: 2 }],
  [1_000, 0, undefined],
  [1_000, undefined, undefined],
])('%i bytes at %s a second take %o', (bytes, pace, left) => {
  expect(timeLeft(bytes, pace)).toEqual(left);
});

test('pieces shrink after failures to the least that the server accepts, and grow again', () => {
  expect(pieceBytesAfterFailure(4_000_000)).toBe(1_000_000);
  expect(pieceBytesAfterFailure(100_000)).toBe(65_536);
  expect(pieceBytesAfterSuccess(65_536)).toBe(131_072);
  expect(pieceBytesAfterSuccess(3_000_000)).toBe(4_000_000);
});

test('uploads that need the person come first, and finished ones last', () => {
  const all = [
    item('done', 'done'),
    item('waits', 'waiting'),
    item('moves', 'sending'),
    item('refused', 'failed'),
    item('asks', 'taken'),
    item('reads', 'reading'),
  ];
  expect(uploadsInShownOrder(all).map(({ path }) => path)).toEqual([
    'asks',
    'refused',
    'moves',
    'reads',
    'waits',
    'done',
  ]);
});
test('a refused file does not count in the totals', () => {
  const all = [item('a', 'done', 10, 10), item('b', 'sending', 20, 5), item('c', 'failed', 30, 0)];
  expect(uploadTotalOf(all)).toEqual({ files: 2, done: 1, bytes: 30, sent: 15 });
});
