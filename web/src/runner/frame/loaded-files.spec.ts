import { answerMediaWithLoadedFiles, LoadedFiles } from './loaded-files';

const address = 'https://study.example/s/key/parts/index.html?x=1#y';
const files = new LoadedFiles(['parts/a.png', 'größe/b c.mp3', 'list.json'], address);

describe('A file that the page around the study has loaded', () => {
  beforeEach(() => {
    document.head.innerHTML = `<base href="${address}">`;
  });

  it.each([
    ['a.png', 'parts/a.png'],
    ['./a.png?t=5', 'parts/a.png'],
    ['../list.json#one', 'list.json'],
    ['/s/key/gr%C3%B6%C3%9Fe/b%20c.mp3', 'größe/b c.mp3'],
    ['https://study.example/s/key/list.json', 'list.json'],
    // The decomposed form of ö, as some systems write it.
    ['../gro\u0308ße/b c.mp3', 'größe/b c.mp3'],
  ])('is found by %s', (asked, path) => {
    expect(files.pathOf(asked)).toBe(path);
  });

  it.each([
    ['another file', 'b.png'],
    ['another folder', 'https://study.example/s/other/list.json'],
    ['another host', 'https://elsewhere.example/s/key/list.json'],
    ['data', 'data:image/png;base64,AAAA'],
    ['what is no address', 'https://'],
    ['a broken name', '%E0%A4%A'],
  ])('is not found by %s', (_, asked) => {
    expect(files.pathOf(asked)).toBeUndefined();
  });

  it('is not found when a page is opened by another address', () => {
    expect(new LoadedFiles(['list.json'], 'about:blank').pathOf('list.json')).toBeUndefined();
  });
});

describe('A sound or picture that a study starts', () => {
  const begun: string[] = [];
  const told = (element: HTMLMediaElement | HTMLImageElement) =>
    Promise.resolve(void begun.push(element.getAttribute('src') ?? 'nothing'));
  /**
   * Replaces the browser's own function: it records the element's address at the time of the call.
   */
  HTMLMediaElement.prototype.play = function () {
    return told(this);
  };
  HTMLMediaElement.prototype.pause = () => undefined;
  HTMLImageElement.prototype.decode = function () {
    return told(this);
  };
  URL.createObjectURL = (blob) => `blob:${(blob as Blob).type}`;
  let here: LoadedFiles;
  // The functions are replaced once for all tests. This object leads to the files of the present
  // test.
  const nowHere = {
    pathOf: (asked: string | URL) => here.pathOf(asked),
    now: (path: string) => here.now(path),
    of: (path: string) => here.of(path),
  };
  answerMediaWithLoadedFiles(nowHere as LoadedFiles);

  beforeEach(() => {
    document.head.innerHTML = `<base href="${address}">`;
    here = new LoadedFiles(['parts/a.mp3', 'parts/b.mp3', 'parts/c.png'], address);
    begun.length = 0;
  });
  const handOver = () => {
    const blob = (type: string) => new Blob(['x'], { type });
    const [a, b, c] = ['audio/a', 'audio/b', 'image/c'].map(blob) as [Blob, Blob, Blob];
    here.hear({
      type: 'loaded',
      files: new Map([
        ['parts/a.mp3', a],
        ['parts/b.mp3', b],
        ['parts/c.png', c],
      ]),
    });
  };

  it('waits until its file is handed over', async () => {
    const playing = new Audio('a.mp3').play();
    const image = new Image();
    image.src = 'c.png';
    const decoding = image.decode();
    await Promise.resolve();
    expect(begun).toEqual([]);
    handOver();
    await Promise.all([playing, decoding]);
    expect(begun.sort()).toEqual(['blob:audio/a', 'blob:image/c']);
  });

  it('begins immediately if its file is there, or is not one of the loaded files', async () => {
    const other = new Audio('https://elsewhere.example/d.mp3');
    await other.play();
    handOver();
    await new Audio('a.mp3').play();
    expect(begun).toEqual(['https://elsewhere.example/d.mp3', 'blob:audio/a']);
  });

  it('does not begin when it is paused meanwhile, or gets a different address', async () => {
    const paused = new Audio('a.mp3');
    const first = expect(paused.play()).rejects.toMatchObject({ name: 'AbortError' });
    paused.pause();
    const changed = new Audio('a.mp3');
    const second = expect(changed.play()).rejects.toMatchObject({ name: 'AbortError' });
    changed.src = 'b.mp3';
    const third = changed.play();
    const image = new Image();
    image.src = 'c.png';
    const fourth = expect(image.decode()).rejects.toMatchObject({ name: 'EncodingError' });
    image.src = 'data:image/png;base64,AAAA';
    handOver();
    await Promise.all([first, second, third, fourth]);
    expect(begun).toEqual(['blob:audio/b']);
  });
});
