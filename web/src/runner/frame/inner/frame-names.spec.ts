import { makeInnerFrames, frameSetup } from '../../../test/paper-frames';
import type { FrameSetup } from '../../messages';

describe('The name of a frame', () => {
  const nameIn = async (html: string, hasJsPsych = false) => {
    makeInnerFrames({ hasJsPsych }).frames.watch();
    document.body.innerHTML = html;
    await Promise.resolve();
    const frame = document.querySelector('iframe');
    const said = frame?.getAttribute('name') ?? '';
    return said.startsWith('{') ? (JSON.parse(said) as FrameSetup) : said;
  };
  afterEach(() => document.body.replaceChildren());

  it('contains the data of the run for a page of the study, except data that only concerns the outer page', async () => {
    const html = '<iframe name="below" src="https://study.example/s/key/inner.html"></iframe>';
    expect(await nameIn(html)).toEqual({ ...frameSetup, files: [], inner: { name: 'below' } });
  });

  it('is the study’s own name for the study’s code, and the study’s links into the frame open there', async () => {
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

  it('reveals nothing to another host, nor to markup of the study', async () => {
    expect(await nameIn('<iframe name="a" src="https://panel.example/"></iframe>')).toBe('a');
    expect(await nameIn('<iframe name="b" srcdoc="x"></iframe>')).toBe('b');
  });

  it('contains no stored trials if the surrounding page has a jsPsych, to which they belong', async () => {
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
    ])('contains the run once it shows a page of the study, by %s', async (by, give) => {
      makeInnerFrames().frames.watch();
      const frame = empty();
      await Promise.resolve();
      const removed = jest.spyOn(frame, 'remove');
      give(frame);
      if (by.includes('at once')) expect(runOf(frame)).toMatchObject(inner);
      await Promise.resolve();
      expect(runOf(frame)).toMatchObject(inner);
      // Browsers read the name only when a frame is inserted, so our script has inserted the frame
      // again at the same place.
      expect(removed).toHaveBeenCalled();
      expect(frame.previousElementSibling?.localName).toBe('div');
      expect(frame.nextElementSibling?.localName).toBe('p');
      expect([frame.name, frame.src]).toEqual(['stage', page]);
    });

    it('leaves the window as it is if it already shows a page of the study, or a page of another host', async () => {
      makeInnerFrames().frames.watch();
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

    it('contains the run once the study’s markup that the frame shows is gone', async () => {
      makeInnerFrames().frames.watch();
      const frame = empty(`srcdoc="x" src="${page}"`);
      await Promise.resolve();
      expect(frame.getAttribute('name')).toBe('stage');
      frame.removeAttribute('srcdoc');
      await Promise.resolve();
      expect(runOf(frame)).toMatchObject(inner);
    });

    it('contains the run in a web component, open or closed', async () => {
      makeInnerFrames().frames.watch();
      for (const mode of ['open', 'closed'] as const) {
        const root = document.body
          .appendChild(document.createElement('div'))
          .attachShadow({ mode });
        const frame = empty(`src="${page}"`, root);
        await Promise.resolve();
        expect(runOf(frame)).toMatchObject(inner);
      }
    });

    it('contains the run if a link or a script opens a page in the frame by its name', () => {
      const real = jest.spyOn(window, 'open').mockReturnValue(null);
      makeInnerFrames().frames.watch();
      const link = Object.assign(document.createElement('a'), { href: page, target: 'stage' });
      const linked = empty();
      document.body.append(link);
      link.click();
      expect(runOf(linked)).toMatchObject(inner);
      const opened = empty();
      expect(window.open(page, 'stage') === opened.contentWindow).toBe(true);
      expect(runOf(opened)).toMatchObject(inner);
      // `open` without an address only returns the window and loads nothing. Addresses that begin
      // with `blob:` are not changed.
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
