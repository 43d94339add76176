import {
  comparableFileName,
  maxComponents,
  pagesNamedIn,
  findComponentPages,
} from './study-pages.rule';

const page = (path: string, names: string[] = [], scripts: string[] = []) => ({
  path,
  names,
  scripts: new Set(scripts),
});

const named = (text: string, ...pages: string[]) =>
  pagesNamedIn(text, new Set(pages.map(comparableFileName)));

describe('Pages that a text links to', () => {
  it('include targets of links, forms, redirecting scripts and redirecting pages', () => {
    const text = `<a href="two.html?x=1">2</a><form method=post action='a/three.htm'>
      <meta http-equiv="refresh" content="3; url=four.html">
      <script>location.href = 'five.html'; window.location.replace(\`the sixth.html#a\`)</script>`;
    const pages = ['two.html', 'a/three.htm', 'four.html', 'five.html', 'the sixth.html'];
    expect(named(text, ...pages)).toEqual(pages);
  });

  it('are files of the archive, in any spelling of the address, up to a thousand', () => {
    const text = `<a href="a/T%C3%A4st.html"></a><a href="../ta\u0308st.html"></a><a href="gone.html"></a>`;
    expect(named(text, 'b/täst.html')).toEqual(['a/T%C3%A4st.html', '../ta\u0308st.html']);
    const many = Array.from({ length: 2_000 }, (_, i) => `<a href="${i}/x.html">`).join('');
    expect(named(many, 'x.html')).toHaveLength(1_000);
  });

  it('exclude pages that a trial shows and addresses that are computed', () => {
    const text = `{ type: jsPsychExternalHtml, url: 'consent.html' }; fetch("x.html"); a.href = 'p' + n + '.html'`;
    expect(named(text, 'consent.html', 'x.html', '.html')).toEqual([]);
  });

  it('are found in time linear in its length', () => {
    const started = process.cpuUsage();
    named(`href="${'a'.repeat(2_000_000)}`);
    named('href="a'.repeat(200_000));
    // This measures CPU time, which does not grow when the machine is busy. An algorithm with
    // quadratic time would take minutes.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
  });
});

describe('The pages of a study', () => {
  it('are those reachable from its entry, in that order, and no others', () => {
    const pages = [
      page('b/three.html', ['../two.html']),
      page('index.html', ['b/three.html', 'gone.html', 'https://elsewhere.example/x.html']),
      page('stimuli/one.html'),
      page('two.html', ['two.html']),
    ];
    expect(findComponentPages('index.html', pages, [])).toEqual([
      { path: 'index.html', leadsOn: true },
      { path: 'b/three.html', leadsOn: true },
      { path: 'two.html', leadsOn: false },
    ]);
  });

  it('include targets of a page’s scripts, relative to the page or to the script', () => {
    const pages = [page('index.html', [], ['main.js']), page('two.html'), page('js/three.html')];
    const scripts = [{ path: 'js/main.js', names: ['two.html', 'three.html'] }];
    expect(findComponentPages('index.html', pages, scripts)).toEqual([
      { path: 'index.html', leadsOn: true },
      { path: 'two.html', leadsOn: false },
      { path: 'js/three.html', leadsOn: false },
    ]);
  });

  it('exclude targets of a script that only another page mentions, and include those of a script that no page mentions', () => {
    const pages = [
      page('index.html', ['two.html']),
      page('two.html', [], ['two.js']),
      page('three.html'),
      page('four.html'),
    ];
    const script = { path: 'two.js', names: ['three.html'] };
    expect(findComponentPages('index.html', pages, [script]).map(({ leadsOn }) => leadsOn)).toEqual(
      [true, true, false],
    );
    const found = findComponentPages('index.html', pages, [{ path: 'x.js', names: ['four.html'] }]);
    expect(found.map(({ path }) => path)).toEqual(['index.html', 'two.html', 'four.html']);
  });

  it('are found among thousands with tens of thousands of names; only the first become components', () => {
    const names = Array.from({ length: 1_000 }, (_, i) => `../${i + 1}/page.html`);
    const pages = Array.from({ length: 2_000 }, (_, i) =>
      page(`${i}/page.html`, [`../${i + 1}/page.html`], ['main.js']),
    );
    const scripts = Array.from({ length: 50 }, (_, i) => ({ path: `${i}/main.js`, names }));
    const expected = pages.slice(0, maxComponents).map(({ path }) => ({ path, leadsOn: true }));
    expect(findComponentPages('0/page.html', pages, scripts)).toEqual(expected);
    const loaded = scripts.map((script) => ({ ...script, path: `js/${script.path}` }));
    const alone = pages.map((one) => ({ ...one, scripts: new Set<string>() }));
    expect(findComponentPages('0/page.html', alone, loaded)).toEqual(expected);
  });

  it('are only the entry when it links to nothing', () => {
    expect(findComponentPages('a/index.html', [page('a/index.html')], [])).toEqual([
      { path: 'a/index.html', leadsOn: false },
    ]);
  });
});
