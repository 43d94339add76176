import { makeInnerFrames } from '../../../test/paper-frames';
import { helloMessage, type FrameMessage } from '../../messages';

const event = (value: object): FrameMessage => ({
  type: 'record',
  kind: 'event',
  data: JSON.stringify(value),
});

describe('A page of the study inside a frame of another page of the study', () => {
  it('sends a greeting that no listener of the study receives; its other messages reach the study', () => {
    const { frames, inside } = makeInnerFrames();
    expect(inside().greeted).toBe(true);
    expect(frames.greets({ data: 'ready', source: {} as Window })).toBe(false);
    // A greeting from the page itself does not count as one from a page inside a frame.
    expect(frames.greets({ data: helloMessage, source: window })).toBe(false);
    expect(makeInnerFrames({ seed: '' }).inside()).toMatchObject({ greeted: true, told: [] });
  });

  it('stores its records in the run, and gets each response under its own record number', () => {
    const { frames, inside, sent } = makeInnerFrames();
    const [one, two] = [inside(), inside()];
    one.say({ type: 'record', kind: 'trial', data: '1', id: 1 });
    two.say({ type: 'record', kind: 'trial', data: '2', id: 1 });
    expect(sent).toEqual([
      { type: 'record', kind: 'trial', data: '1', id: 101 },
      { type: 'record', kind: 'trial', data: '2', id: 102 },
    ]);
    expect(frames.hear({ type: 'kept', id: 102 })).toBe(true);
    expect(frames.hear({ type: 'kept', id: 102 })).toBe(false);
    expect([one.told, two.told]).toEqual([[], [{ type: 'kept', id: 1 }]]);
    expect(frames.hear({ type: 'stopped' })).toBe(false);
    expect([one.told.at(-1), two.told.at(-1)]).toEqual([{ type: 'stopped' }, { type: 'stopped' }]);
  });

  it('stores values by way of the outer page, and reports nothing that only concerns the outer page', () => {
    const { inside, sent, stored } = makeInnerFrames();
    const { say } = inside();
    const change = { area: 'local', key: 'a', value: 'b' } as const;
    say({ type: 'record', kind: 'state', data: JSON.stringify(change) });
    say({ type: 'painted' });
    say({ type: 'passing_page', path: 'a.html' });
    expect({ stored, sent }).toEqual({ stored: [change], sent: [] });
  });

  it('ends the study, except by its jsPsych when the outer page has a jsPsych, too', () => {
    const ends = (hasJsPsych: boolean, message: FrameMessage) => {
      const { inside, finished } = makeInnerFrames({ hasJsPsych });
      inside().say(message);
      return finished();
    };
    expect(ends(false, { type: 'finish' })).toBe(1);
    expect(ends(true, { type: 'finish' })).toBe(1);
    expect(ends(false, { type: 'finish', of: 'jspsych' })).toBe(1);
    expect(ends(true, { type: 'finish', of: 'jspsych' })).toBe(0);
  });

  it('amends no trial of the outer page’s jsPsych', () => {
    for (const hasJsPsych of [true, false]) {
      const { inside, sent } = makeInnerFrames({ hasJsPsych });
      inside().say({ type: 'record', kind: 'amend', data: '{}', of: 'jspsych' });
      expect(sent).toHaveLength(hasJsPsych ? 0 : 1);
    }
  });

  it('can take the focus without a "window left" event', () => {
    const { inside, sent } = makeInnerFrames();
    const { say } = inside();
    const focus = jest.spyOn(document, 'hasFocus');
    focus.mockReturnValue(true);
    say(event({ type: 'blur', at: 1 }));
    say(event({ type: 'focus', at: 2 }));
    expect(sent).toEqual([]);
    focus.mockReturnValue(false);
    say(event({ type: 'blur', at: 3 }));
    say(event({ type: 'focus', at: 4 }));
    say(event({ type: 'error', message: 'x' }));
    expect(sent).toHaveLength(3);
    focus.mockRestore();
  });
});

describe('The pages of the study that frames show one after another', () => {
  const record = (n: number): FrameMessage => ({
    type: 'record',
    kind: 'trial',
    data: `${n}`,
    id: 1,
  });

  it('reach the runner with all of their messages, including the last message of each page', () => {
    for (const isOneFrame of [true, false]) {
      const { inside, sent } = makeInnerFrames();
      const frame = {};
      let before: ReturnType<typeof inside> | undefined;
      for (let n = 0; n < 120; n++) {
        const page = inside(isOneFrame ? frame : {});
        page.say(record(n));
        before?.say(record(-n));
        before = page;
      }
      expect(sent.filter((one) => 'data' in one && Number(one.data) >= 0)).toHaveLength(120);
      expect(sent.filter((one) => 'data' in one && Number(one.data) < 0)).toHaveLength(119);
    }
  });

  it('receive a message of the runner only if a frame shows them at present', () => {
    const { frames, inside } = makeInnerFrames();
    const gone = { closed: false };
    const frame = {};
    const [first, last, other] = [inside(frame), inside(frame), inside(gone)];
    gone.closed = true;
    inside();
    frames.hear({ type: 'stopped' });
    expect([first.told, last.told, other.told]).toEqual([[], [{ type: 'stopped' }], []]);
  });
});
