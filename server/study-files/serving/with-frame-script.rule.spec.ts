import { withFrameScript } from './with-frame-script.rule';

const src = '/s/key/__commonlab/frame.js';
const script = `<script src="${src}"></script>`;
const inserted = (page: string) => withFrameScript(Buffer.from(page), [src]).toString();

/**
 * Counts the characters that the code reads in addition to the page itself. These are the
 * characters that `indexOf` passes while it searches for the end of a tag, and the attributes that
 * regular expressions search.
 */
const charactersRead = (page: string): number => {
  let read = 0;
  const search = jest.spyOn(String.prototype, 'indexOf');
  const match = jest.spyOn(RegExp.prototype, 'exec');
  const whole = Buffer.byteLength(page) / 2;
  try {
    withFrameScript(Buffer.from(page), [src]);
    search.mock.calls.forEach(([, from = 0], n) => {
      const found = Number(search.mock.results[n]?.value);
      read += (found < 0 ? page.length : found) - from;
    });
    for (const [text] of match.mock.calls) if (text.length < whole) read += text.length;
  } finally {
    search.mockRestore();
    match.mockRestore();
  }
  return read;
};

describe('The script that the server adds to the pages of a study', () => {
  it.each([
    ['<!doctype html><html><head>|<title>x</title></head></html>'],
    ['<!-- a > b -->\n<!DOCTYPE html>\n<html lang="de">\n<head data-x="a>b">|\n</head>'],
    ['<!doctype html><html>|<body><head>no head</head></body></html>'],
    ['<!doctype html>|<script>first()</script>'],
    ['|<header></header>'],
    ['|'],
    ['|<p>words</p>'],
    ['\ufeff<head>|'],
    ['<html><!-- <head> --><HEAD>|'],
    ['<!doctype html>|<!-- never closed <head>'],
  ])('is loaded before anything else in a page runs: %s', (marked) => {
    expect(inserted(marked.replace('|', ''))).toBe(marked.replace('|', script));
  });

  it('comes before the other scripts that we add to a page', () => {
    const page = withFrameScript(Buffer.from('<head></head>'), [src, 'b.js']).toString();
    expect(page).toBe(`<head>${script}<script src="b.js"></script></head>`);
  });

  it('gets its settings as data attributes of its tag; the other added scripts get none', () => {
    const page = withFrameScript(Buffer.from('<head>'), [src, 'b.js'], { names: ':img' });
    expect(page.toString()).toBe(
      `<head><script src="${src}" data-names=":img"></script><script src="b.js"></script>`,
    );
  });

  it('leaves every other byte unchanged, also of other encodings', () => {
    const latin = Buffer.from('<head><title>Gr\u00fc\u00dfe \u00ff</title>', 'latin1');
    const page = withFrameScript(latin, [src]);
    expect(page).toEqual(
      Buffer.concat([latin.subarray(0, 6), Buffer.from(script), latin.subarray(6)]),
    );
    const wide = Buffer.from('\ufeff<html><head><p>\ud800</p>', 'utf16le');
    const expected = `\ufeff<html><head>${script}<p>`;
    const answer = withFrameScript(wide, [src]);
    expect(answer.toString('utf16le').startsWith(expected)).toBe(true);
    expect(answer.length).toBe(wide.length + 2 * script.length);
    expect(withFrameScript(Buffer.from(wide).swap16(), [src]).swap16()).toEqual(answer);
  });

  it.each([
    ['<script src="study.js"></script>', '<script crossorigin src="study.js"></script>'],
    ['<SCRIPT defer\n src=lib/a.js>', '<SCRIPT crossorigin defer\n src=lib/a.js>'],
    ["<script src='/s/key/a.js'>", "<script crossorigin src='/s/key/a.js'>"],
    ['<script src="a.js" crossorigin="anonymous">', null],
    ['<script src="https://unpkg.com/jspsych@8">', null],
    ['<script src="//cdn.example/a.js">', null],
    [
      '<script src="https://code.jquery.com/jquery-3.7.1.js"></script>',
      '<script crossorigin src="https://code.jquery.com/jquery-3.7.1.js"></script>',
    ],
    ['<script src="https://code.jquery.com.evil.example/a.js">', null],
    ['<script src="/assets/app.js">', null],
    ['<script data-src="a.js">let a = "<script"</script>', null],
    ['<scripts src="a.js">', null],
    ['<script a="<script src=b.js">', '<script crossorigin a="<script src=b.js">'],
    [`<script ${'a'.repeat(1_000)} src="a.js">`, null],
  ])('makes the page’s own scripts report where an error is: %s', (page, changed) => {
    expect(inserted(`<head>${page}`)).toBe(`<head>${script}${changed ?? page}`);
  });

  it.each([
    ['tags without an end', '<script '],
    ['tags without an end, and then one', '<script a=1 ', '>'],
    ['many short tags', '<script src=a.js>'],
    ['tags that are nearly too long', `<script ${' '.repeat(990)}>`],
    ['tags with an address that never comes', `<script src=${' '.repeat(900)}"`, '>'],
  ])('is inserted in time linear in the length of the page: %s', (_, part, end = '') => {
    const of = (bytes: number) => part.repeat(bytes / part.length) + end;
    // The constant 500,000 covers the beginning of the page, which is read several times to find
    // the head.
    for (const bytes of [250_000, 500_000, 1_000_000])
      expect(charactersRead(`<head>${of(bytes)}`)).toBeLessThan(3 * bytes + 500_000);
  });
});
