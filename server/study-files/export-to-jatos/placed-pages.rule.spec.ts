import { withFirstInHead } from '../serving/with-frame-script.rule';
import { headElementsFor, placePagesForJatos } from './placed-pages.rule';

const script = 'commonlab/jatos-adapter.js';
const page = (path: string, leadsOn = false) => ({ path, leadsOn });
const placedOf = (paths: string[], ...pages: string[]) =>
  placePagesForJatos(
    pages.map((path) => page(path)),
    paths,
  ).map(({ at, page: { path }, isComponent }) => [at, path, isComponent]);

describe('Pages in an archive for JATOS', () => {
  it('keep their path when JATOS accepts it', () => {
    expect(placedOf(['index.html', 'two.htm'], 'index.html', 'two.htm')).toEqual([
      ['index.html', 'index.html', true],
      ['two.htm', 'two.htm', true],
    ]);
  });

  it('are copied into the study’s folder under a plain unique name when JATOS does not accept it', () => {
    const paths = ['a/index.html', 'ä b.html', 'v1.2.html', 'a_index.html', 'A_INDEX_2.html'];
    expect(placedOf(paths, 'a/index.html', 'ä b.html', 'v1.2.html')).toEqual([
      ['a_index_3.html', 'a/index.html', true],
      ['a/index.html', 'a/index.html', false],
      ['b.html', 'ä b.html', true],
      ['ä b.html', 'ä b.html', false],
      ['v1_2.html', 'v1.2.html', true],
      ['v1.2.html', 'v1.2.html', false],
    ]);
  });
});

describe('The scripts added to a page for JATOS', () => {
  const firstOf = (at: string, path: string, isComponent: boolean, text = '') =>
    headElementsFor({ at, page: page(path), isComponent }, text, script);

  it('are JATOS’ script, and ours with the page’s path', () => {
    expect(firstOf('index.html', 'index.html', true)).toBe(
      '<script src="jatos.js"></script>' +
        '<script src="./commonlab/jatos-adapter.js" data-page="index.html"></script>',
    );
    const leading = { at: 'ä.html', page: page('ä"&.html', true), isComponent: false };
    expect(headElementsFor(leading, '', script)).toBe(
      '<script src="./commonlab/jatos-adapter.js" data-page="%C3%A4%22%26.html" data-leads-on></script>',
    );
  });

  it('set the base of a copy’s addresses, also when the page has a base of its own', () => {
    expect(firstOf('a_b_x.html', 'a/b c/x.html', true)).toMatch(/<base href="a\/b%20c\/">$/);
    const own = (href: string) =>
      firstOf('a_x.html', 'a/x.html', true, `<head><base target=_top href=${href}>`);
    expect(own('"img/"')).toMatch(/<base href="a\/img\/">$/);
    expect(own("'../img/'")).toMatch(/<base href="img\/">$/);
    expect(own('..')).toMatch(/<base href="\.\/">$/);
    expect(own('https://elsewhere.example/')).not.toContain('<base');
  });

  it('have relative paths, which work when a page in any folder is opened as a file', () => {
    expect(firstOf('a/b/x.html', 'a/b/x.html', false)).toBe(
      '<script src="../../commonlab/jatos-adapter.js" data-page="a/b/x.html"></script>',
    );
  });

  it('change no other byte, also of a page in UTF-16', () => {
    const text =
      '<!doctype html><html><head><title>ä</title><script src=x.js></script></head></html>';
    const first = '<script src="jatos.js"></script>';
    const expected = text.replace('<head>', `<head>${first}`);
    expect(withFirstInHead(Buffer.from(text), first).toString()).toBe(expected);
    const wide = withFirstInHead(Buffer.from(`\ufeff${text}`, 'utf16le'), first);
    expect(wide.toString('utf16le')).toBe(`\ufeff${expected}`);
  });
});
