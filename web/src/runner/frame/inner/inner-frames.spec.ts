import { around } from '../../../test/paper-frames';
import { hello, type FrameMessage } from '../../messages';

const event = (value: object): FrameMessage => ({
  type: 'record',
  kind: 'event',
  data: JSON.stringify(value),
});

describe('A page of the study in a frame of its page', () => {
  it('is heard by no listener of the study when it greets, and other messages are the study’s', () => {
    const { frames, inside } = around();
    expect(inside().greeted).toBe(true);
    expect(frames.greets({ data: 'ready', source: {} as Window })).toBe(false);
    // The page around the study, and the page itself.
    expect(frames.greets({ data: hello, source: window })).toBe(false);
    expect(around({ seed: '' }).inside()).toMatchObject({ greeted: true, told: [] });
  });

  it('has its records in the run, and each answer by its own number', () => {
    const { frames, inside, sent } = around();
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

  it('stores by the page around it, and says nothing that is of a whole page', () => {
    const { inside, sent, stored } = around();
    const { say } = inside();
    const change = { area: 'local', key: 'a', value: 'b' } as const;
    say({ type: 'record', kind: 'state', data: JSON.stringify(change) });
    say({ type: 'painted' });
    say({ type: 'passing_page', path: 'a.html' });
    expect({ stored, sent }).toEqual({ stored: [change], sent: [] });
  });

  it('ends the study, but for its jsPsych where the page around has one', () => {
    const ends = (hasJsPsych: boolean, message: FrameMessage) => {
      const { inside, finished } = around({ hasJsPsych });
      inside().say(message);
      return finished();
    };
    expect(ends(false, { type: 'finish' })).toBe(1);
    expect(ends(true, { type: 'finish' })).toBe(1);
    expect(ends(false, { type: 'finish', of: 'jspsych' })).toBe(1);
    expect(ends(true, { type: 'finish', of: 'jspsych' })).toBe(0);
  });

  it('amends no trial of the jsPsych of the page around', () => {
    for (const hasJsPsych of [true, false]) {
      const { inside, sent } = around({ hasJsPsych });
      inside().say({ type: 'record', kind: 'amend', data: '{}', of: 'jspsych' });
      expect(sent).toHaveLength(hasJsPsych ? 0 : 1);
    }
  });

  it('has the keyboard without the window being left', () => {
    const { inside, sent } = around();
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

describe('The pages that one frame shows after another', () => {
  const record = (n: number): FrameMessage => ({
    type: 'record',
    kind: 'trial',
    data: `${n}`,
    id: 1,
  });

  it('are each heard, of one frame or of many, and the last thing that each of them says', () => {
    for (const isOneFrame of [true, false]) {
      const { inside, sent } = around();
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

  it('are told what concerns them once: the present one, of frames that are there', () => {
    const { frames, inside } = around();
    const gone = { closed: false };
    const frame = {};
    const [first, last, other] = [inside(frame), inside(frame), inside(gone)];
    gone.closed = true;
    inside();
    frames.hear({ type: 'stopped' });
    expect([first.told, last.told, other.told]).toEqual([[], [{ type: 'stopped' }], []]);
  });
});
