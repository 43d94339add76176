import { recordViewOf } from './record-view.rule';

const view = (value: unknown) => recordViewOf({ data: JSON.stringify(value) });

test('a trial shows its plugin, then names and values', () => {
  expect(
    view({
      trial_type: 'html-keyboard-response',
      trial_index: 4,
      rt: 312,
      correct: true,
      view: [1, 2],
    }),
  ).toEqual({
    type: 'html-keyboard-response',
    short: 'rt: 312 · correct: true · view: [1,2]',
    whole: expect.stringContaining('\n  "rt": 312') as string,
  });
  expect(view({ type: 'blur', at: 5 })).toMatchObject({ type: 'blur', short: 'at: 5' });
});

test('data that is no JSON object is shown unchanged', () => {
  expect(view([1, 2])).toEqual({ type: null, short: '[1,2]', whole: '[\n  1,\n  2\n]' });
  expect(view(null).short).toBe('null');
  const text = 'time,rt\n1,300\n';
  expect(recordViewOf({ data: text })).toEqual({ type: null, short: text, whole: text });
});

test('long values and long records are cut, and shown completely on demand', () => {
  const long = view({ stimulus: 'a'.repeat(1_000), rt: 1 });
  expect(long.short).toBe(`stimulus: ${'a'.repeat(60)}… · rt: 1`);
  expect(long.whole).toContain('a'.repeat(1_000));
  expect(recordViewOf({ data: 'b'.repeat(1_000) }).short).toHaveLength(241);
});
