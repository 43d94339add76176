import { withFrameScript } from './with-frame-script.rule';

const src = '/s/key/__commonlab/frame.js';
const script = `<script src="${src}"></script>`;
const inserted = (page: string) => withFrameScript(Buffer.from(page), src).toString();

describe('The script of the frame', () => {
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
  ])('comes before everything that a page does: %s', (marked) => {
    expect(inserted(marked.replace('|', ''))).toBe(marked.replace('|', script));
  });

  it('leaves every other byte as it is, also of other encodings', () => {
    const latin = Buffer.from('<head><title>Gr\u00fc\u00dfe \u00ff</title>', 'latin1');
    const page = withFrameScript(latin, src);
    expect(page).toEqual(
      Buffer.concat([latin.subarray(0, 6), Buffer.from(script), latin.subarray(6)]),
    );
    const wide = Buffer.from('\ufeff<html><head><p>\ud800</p>', 'utf16le');
    const expected = `\ufeff<html><head>${script}<p>`;
    const answer = withFrameScript(wide, src);
    expect(answer.toString('utf16le').startsWith(expected)).toBe(true);
    expect(answer.length).toBe(wide.length + 2 * script.length);
    expect(withFrameScript(Buffer.from(wide).swap16(), src).swap16()).toEqual(answer);
  });

  it.each([
    ['<script src="study.js"></script>', '<script crossorigin src="study.js"></script>'],
    ['<SCRIPT defer\n src=lib/a.js>', '<SCRIPT crossorigin defer\n src=lib/a.js>'],
    ["<script src='/s/key/a.js'>", "<script crossorigin src='/s/key/a.js'>"],
    ['<script src="a.js" crossorigin="anonymous">', null],
    ['<script src="https://unpkg.com/jspsych@8">', null],
    ['<script src="//cdn.example/a.js">', null],
    ['<script src="/assets/app.js">', null],
    ['<script data-src="a.js">let a = "<script"</script>', null],
    ['<scripts src="a.js">', null],
  ])('lets the own scripts of a page tell where an error is: %s', (page, changed) => {
    expect(inserted(`<head>${page}`)).toBe(`<head>${script}${changed ?? page}`);
  });
});
