import { pagesNamedIn, studyPages } from './study-pages.rule';

const page = (path: string, names: string[] = [], scripts: string[] = []) => ({
  path,
  names,
  scripts,
});

describe('Pages that a text leads to', () => {
  it('are those of links, forms, scripts that go on, and pages that do', () => {
    const text = `<a href="two.html?x=1">2</a><form method=post action='a/three.htm'>
      <meta http-equiv="refresh" content="3; url=four.html">
      <script>location.href = 'five.html'; window.location.replace(\`the sixth.html#a\`)</script>`;
    expect(pagesNamedIn(text)).toEqual([
      'two.html',
      'a/three.htm',
      'four.html',
      'five.html',
      'the sixth.html',
    ]);
  });

  it('are not those that a trial shows, nor addresses that are put together', () => {
    const text = `{ type: jsPsychExternalHtml, url: 'consent.html' }; fetch("x.html"); a.href = 'p' + n + '.html'`;
    expect(pagesNamedIn(text)).toEqual([]);
  });

  it('are found in the time that its length needs', () => {
    const started = performance.now();
    pagesNamedIn(`href="${'a'.repeat(2_000_000)}`);
    pagesNamedIn('href="a'.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('The pages of a study', () => {
  it('are those that its entry leads to, in that order; of other pages, none', () => {
    const pages = [
      page('b/three.html', ['../two.html']),
      page('index.html', ['b/three.html', 'gone.html', 'https://elsewhere.example/x.html']),
      page('stimuli/one.html'),
      page('two.html', ['two.html']),
    ];
    expect(studyPages('index.html', pages, [])).toEqual([
      { path: 'index.html', leadsOn: true },
      { path: 'b/three.html', leadsOn: true },
      { path: 'two.html', leadsOn: false },
    ]);
  });

  it('are also those that the scripts of a page lead to, as an address of the page or the script', () => {
    const pages = [page('index.html', [], ['js/main.js']), page('two.html'), page('js/three.html')];
    const scripts = [{ path: 'js/main.js', names: ['two.html', 'three.html'] }];
    expect(studyPages('index.html', pages, scripts)).toEqual([
      { path: 'index.html', leadsOn: true },
      { path: 'two.html', leadsOn: false },
      { path: 'js/three.html', leadsOn: false },
    ]);
  });

  it('are one, where nothing leads on', () => {
    expect(studyPages('a/index.html', [page('a/index.html')], [])).toEqual([
      { path: 'a/index.html', leadsOn: false },
    ]);
  });
});
