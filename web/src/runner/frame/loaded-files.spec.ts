import { LoadedFiles } from './loaded-files';

const address = 'https://study.example/s/key/parts/index.html?x=1#y';
const files = new LoadedFiles(['parts/a.png', 'größe/b c.mp3', 'list.json'], address);

describe('A file that the page around has loaded', () => {
  beforeEach(() => {
    document.head.innerHTML = `<base href="${address}">`;
  });

  it.each([
    ['a.png', 'parts/a.png'],
    ['./a.png?t=5', 'parts/a.png'],
    ['../list.json#one', 'list.json'],
    ['/s/key/gr%C3%B6%C3%9Fe/b%20c.mp3', 'größe/b c.mp3'],
    ['https://study.example/s/key/list.json', 'list.json'],
    // As other systems write an ö.
    ['../gro\u0308ße/b c.mp3', 'größe/b c.mp3'],
  ])('is known by %s', (asked, path) => {
    expect(files.pathOf(asked)).toBe(path);
  });

  it.each([
    ['another file', 'b.png'],
    ['another folder', 'https://study.example/s/other/list.json'],
    ['another host', 'https://elsewhere.example/s/key/list.json'],
    ['data', 'data:image/png;base64,AAAA'],
    ['what is no address', 'https://'],
    ['a broken name', '%E0%A4%A'],
  ])('is not %s', (_, asked) => {
    expect(files.pathOf(asked)).toBeUndefined();
  });

  it('is none where a page is opened by another address', () => {
    expect(new LoadedFiles(['list.json'], 'about:blank').pathOf('list.json')).toBeUndefined();
  });
});
