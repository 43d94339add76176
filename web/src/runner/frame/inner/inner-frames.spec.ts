import {
  hello,
  welcome,
  type FrameMessage,
  type FrameSetup,
  type StateChange,
} from '../../messages';
import { InnerFrames } from './inner-frames';

const setup: FrameSetup = {
  ...{ commonlab: 1, participant: 'p', seed: 's', condition: null, blinded: false, inPages: false },
  storage: { local: {}, session: {}, cookie: {}, memory: {} },
  ...{ simulation: null, trials: ['1'], timings: ['2'], files: ['a.png'] },
};
/** A fake `MessagePort`: one end of the channel between the page and a page inside its frame. */
class PaperPort {
  other: PaperPort | undefined;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(data: unknown): void {
    this.other?.onmessage?.({ data });
  }
}
class PaperChannel {
  readonly port1 = new PaperPort();
  readonly port2 = new PaperPort();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}
Object.defineProperty(window, 'MessageChannel', { value: PaperChannel });

function around(more: { seed?: string; hasJsPsych?: boolean } = {}) {
  const sent: FrameMessage[] = [];
  const stored: StateChange[] = [];
  let [id, finished] = [100, 0];
  const frames = new InnerFrames({
    setup: { ...setup, seed: more.seed ?? 's' },
    now: () => JSON.stringify(setup),
    folder: 'https://study.example/s/key/',
    send: (message) => void sent.push(message),
    nextId: () => ++id,
    store: (change) => void stored.push(change),
    finish: () => void (finished += 1),
    hasJsPsych: () => more.hasJsPsych === true,
  });
  /** @param frame whose window shows the page */
  const inside = (frame: { closed?: boolean } = {}) => {
    const told: unknown[] = [];
    let port: PaperPort | undefined;
    const source = Object.assign(frame, {
      postMessage: (said: unknown, { transfer: [given] }: { transfer: [PaperPort] }) => {
        expect(said).toBe(welcome);
        port = given;
        port.onmessage = ({ data }) => void told.push(data);
      },
    });
    const greeted = frames.greets({ data: hello, source: source as unknown as Window });
    return { greeted, told, say: (message: FrameMessage) => port?.postMessage(message) };
  };
  return { frames, inside, sent, stored, finished: () => finished };
}
const event = (value: object): FrameMessage => ({
  type: 'record',
  kind: 'event',
  data: JSON.stringify(value),
});

describe('A page of the study in a frame of its page', () => {
  it('sends a greeting that no listener of the study receives; its other messages reach the study', () => {
    const { frames, inside } = around();
    expect(inside().greeted).toBe(true);
    expect(frames.greets({ data: 'ready', source: {} as Window })).toBe(false);
    // Neither the page around the study nor the page itself.
    expect(frames.greets({ data: hello, source: window })).toBe(false);
    expect(around({ seed: '' }).inside()).toMatchObject({ greeted: true, told: [] });
  });

  it('stores its records in the run, and gets each response under its own record number', () => {
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

  it('stores by way of the outer page, and reports nothing that concerns a top-level page', () => {
    const { inside, sent, stored } = around();
    const { say } = inside();
    const change = { area: 'local', key: 'a', value: 'b' } as const;
    say({ type: 'record', kind: 'state', data: JSON.stringify(change) });
    say({ type: 'painted' });
    say({ type: 'passing_page', path: 'a.html' });
    expect({ stored, sent }).toEqual({ stored: [change], sent: [] });
  });

  it('ends the study, except by its jsPsych when the outer page has a jsPsych, too', () => {
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

  it('amends no trial of the outer page’s jsPsych', () => {
    for (const hasJsPsych of [true, false]) {
      const { inside, sent } = around({ hasJsPsych });
      inside().say({ type: 'record', kind: 'amend', data: '{}', of: 'jspsych' });
      expect(sent).toHaveLength(hasJsPsych ? 0 : 1);
    }
  });

  it('can take the focus without a "window left" event', () => {
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

  it('are all received, from one frame or several, including the last message of each page', () => {
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

  it('receive a message once: the current page of each attached frame', () => {
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

describe('The name of a frame', () => {
  const nameIn = async (html: string, hasJsPsych = false) => {
    around({ hasJsPsych }).frames.watch();
    document.body.innerHTML = html;
    await Promise.resolve();
    const frame = document.querySelector('iframe');
    const said = frame?.getAttribute('name') ?? '';
    return said.startsWith('{') ? (JSON.parse(said) as FrameSetup) : said;
  };
  afterEach(() => document.body.replaceChildren());

  it('passes the run to a page of the study, without the private data of the outer page', async () => {
    const html = '<iframe name="below" src="https://study.example/s/key/inner.html"></iframe>';
    expect(await nameIn(html)).toEqual({ ...setup, files: [], inner: { name: 'below' } });
  });

  it('is the study’s own name to its code, so that links with this target open in the frame', async () => {
    await nameIn('<iframe name="below" src="https://study.example/s/key/inner.html"></iframe>');
    const frame = document.querySelector('iframe');
    expect(frame?.name).toBe('below');
    expect(Reflect.get(window, 'below') === frame?.contentWindow).toBe(true);
    const link = document.createElement('a');
    link.href = 'https://study.example/s/key/two.html';
    link.target = 'below';
    document.body.append(link);
    link.click();
    expect(frame?.src).toBe('https://study.example/s/key/two.html');
  });

  it('contains nothing for a page of another host, nor for inline markup of the study', async () => {
    expect(await nameIn('<iframe name="a" src="https://panel.example/"></iframe>')).toBe('a');
    expect(await nameIn('<iframe name="b" srcdoc="x"></iframe>')).toBe('b');
  });

  it('contains no stored trials when they belong to a jsPsych of the outer page', async () => {
    const html = '<iframe src="https://study.example/s/key/inner.html"></iframe>';
    expect(await nameIn(html, true)).toMatchObject({ trials: [], timings: [] });
  });

  describe('that is empty at first', () => {
    const page = 'https://study.example/s/key/trial.html';
    const empty = (attributes = '', within: Element | ShadowRoot = document.body) => {
      within.innerHTML = `<div></div><iframe name="stage" ${attributes}></iframe><p></p>`;
      const frame = within.querySelector('iframe');
      if (!frame) throw new Error('there is no frame');
      return frame;
    };
    const inner = { inner: { name: 'stage' } };
    const runOf = (frame: HTMLIFrameElement) =>
      JSON.parse(frame.getAttribute('name') ?? 'null') as unknown;

    it.each([
      ['its property, at once', (frame: HTMLIFrameElement) => void (frame.src = page)],
      ['its attribute', (frame: HTMLIFrameElement) => frame.setAttribute('src', page)],
      [
        'an attribute of another page’s',
        (frame: HTMLIFrameElement) => {
          const attribute = document.createAttribute('src');
          attribute.value = page;
          frame.setAttributeNode(attribute);
        },
      ],
    ])('contains the run once a page of the study is opened in it, by %s', async (by, give) => {
      around().frames.watch();
      const frame = empty();
      await Promise.resolve();
      const removed = jest.spyOn(frame, 'remove');
      give(frame);
      if (by.includes('at once')) expect(runOf(frame)).toMatchObject(inner);
      await Promise.resolve();
      expect(runOf(frame)).toMatchObject(inner);
      // A browser gives a frame its name only on insertion, so it was removed and inserted at the same
      // place.
      expect(removed).toHaveBeenCalled();
      expect(frame.previousElementSibling?.localName).toBe('div');
      expect(frame.nextElementSibling?.localName).toBe('p');
      expect([frame.name, frame.src]).toEqual(['stage', page]);
    });

    it('keeps its window when it already shows a page of the study or of another host', async () => {
      around().frames.watch();
      const [frame, other] = [empty(), document.createElement('iframe')];
      document.body.append(other);
      await Promise.resolve();
      frame.src = page;
      await Promise.resolve();
      const removed = [frame, other].map((one) => jest.spyOn(one, 'remove'));
      frame.src = 'https://study.example/s/key/next.html';
      other.src = 'https://panel.example/';
      await Promise.resolve();
      expect(removed.flatMap(({ mock }) => mock.calls)).toEqual([]);
      expect(other.getAttribute('name')).toBeNull();
    });

    it('contains it once the inline markup in it has been replaced', async () => {
      around().frames.watch();
      const frame = empty(`srcdoc="x" src="${page}"`);
      await Promise.resolve();
      expect(frame.getAttribute('name')).toBe('stage');
      frame.removeAttribute('srcdoc');
      await Promise.resolve();
      expect(runOf(frame)).toMatchObject(inner);
    });

    it('contains it in an open or closed web component', async () => {
      around().frames.watch();
      for (const mode of ['open', 'closed'] as const) {
        const root = document.body
          .appendChild(document.createElement('div'))
          .attachShadow({ mode });
        const frame = empty(`src="${page}"`, root);
        await Promise.resolve();
        expect(runOf(frame)).toMatchObject(inner);
      }
    });

    it('contains it when a link or a script opens a page in it by its name', () => {
      const real = jest.spyOn(window, 'open').mockReturnValue(null);
      around().frames.watch();
      const link = Object.assign(document.createElement('a'), { href: page, target: 'stage' });
      const linked = empty();
      document.body.append(link);
      link.click();
      expect(runOf(linked)).toMatchObject(inner);
      const opened = empty();
      expect(window.open(page, 'stage') === opened.contentWindow).toBe(true);
      expect(runOf(opened)).toMatchObject(inner);
      // `open` without an address returns the window and loads nothing; `blob:` addresses are left as they are.
      expect(window.open('', 'stage') === opened.contentWindow).toBe(true);
      expect(opened.src).toBe(page);
      expect(real).not.toHaveBeenCalled();
      window.open('blob:a', 'stage');
      expect(opened.src).toBe('blob:a');
      const other = empty();
      window.open('https://panel.example/', 'stage');
      window.open('', 'stage');
      window.open(page, '_blank');
      expect(real).toHaveBeenCalledTimes(3);
      expect(other.src).toBe('');
    });
  });
});
