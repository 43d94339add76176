import {
  newPreviewRun,
  isPreviewMessage,
  previewCellText,
  stateAfterMessage,
  type PreviewState,
} from './messages.rule';

const say = (tried: PreviewState, ...messages: object[]) =>
  messages.reduce<PreviewState>((one, message) => {
    const whole = { commonlab: 'preview', run: 1, ...message };
    if (!isPreviewMessage(whole)) throw new Error('not a message');
    return stateAfterMessage(one, whole);
  }, tried);

describe('the messages of the preview', () => {
  it('report the current trial, the recorded data and the end', () => {
    const one = say(
      newPreviewRun(1),
      { type: 'trial', node: 'a' },
      { type: 'data', node: 'a', data: { rt: 5 } },
      { type: 'trial', node: 'b' },
    );
    expect(one).toMatchObject({
      state: 'running',
      node: 'b',
      data: [{ node: 'a', data: { rt: 5 } }],
    });
    expect(say(one, { type: 'finished' })).toMatchObject({ state: 'finished', node: null });
    expect(say(one, { type: 'error', node: 'b', message: 'x' })).toMatchObject({
      state: 'failed',
      fault: { node: 'b', message: 'x' },
    });
  });

  it('are ignored when they come from an earlier run', () => {
    const now = newPreviewRun(2);
    expect(say(now, { type: 'trial', node: 'a' })).toBe(now);
  });

  it.each([
    null,
    'preview',
    { commonlab: 'other', type: 'ready', run: null },
    { commonlab: 'preview', type: 'ready', run: 'first' },
    { commonlab: 'preview', type: 'trial', node: 'a' },
    { commonlab: 'preview', type: 'data', run: 1, node: 'a', data: [1] },
    { commonlab: 'preview', type: 'error', run: 1, node: 5, message: 'x' },
    { commonlab: 'preview', type: 'constructor', run: 1 },
  ])('do not include other values that a study sends: %j', (data) => {
    expect(isPreviewMessage(data)).toBe(false);
  });

  it('contain values that are shown as text, and cut if they are long', () => {
    expect([
      previewCellText('a'),
      previewCellText(5),
      previewCellText(undefined),
      previewCellText({ a: 1 }),
    ]).toEqual(['a', '5', '', '{"a":1}']);
    expect(previewCellText('x'.repeat(500))).toHaveLength(120);
  });
});
