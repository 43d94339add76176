import {
  reportFindingsOf,
  htmlPage,
  studyReportFor,
  studyWithScript,
} from '../../../../test/support/people/study-report';

const entryOf = (files: Record<string, string>) => studyReportFor(files).entry;
const vite = '{"devDependencies":{"vite":"^6"}}';

describe('A package that a module imports', () => {
  it('is reported as an error with file and line when a page reaches the module', () => {
    const files = {
      'index.html': htmlPage('\n<script type="module" src="js/main.js"></script>'),
      'js/main.js': 'import "./lib.js";\nimport x from "jspsych";',
      'js/lib.js': 'export * from "@jspsych/plugin-x"; import("lodash");',
      // No page loads this file; only the build tool uses it.
      'vite.config.js': 'import { defineConfig } from "vite";',
    };
    expect(reportFindingsOf(files)).toEqual([
      'bare_import js/lib.js:1 @jspsych/plugin-x',
      'bare_import js/lib.js:1 lodash',
      'bare_import js/main.js:2 jspsych',
    ]);
    expect(reportFindingsOf(studyWithScript('import x from "jspsych";'))).toEqual([
      expect.stringMatching(/^syntax_error index.html:4/),
    ]);
    expect(
      reportFindingsOf({
        'index.html': htmlPage('\n<script type="module">import x from "y";</script>'),
      }),
    ).toEqual(['bare_import index.html:4 y']);
  });

  it('is no error when the page’s import map resolves it', () => {
    const map = '<script type="importmap">{"imports":{"x":"./x.js","parts/":"./parts/"}}</script>';
    const main = '<script type="module" src="main.js"></script>';
    const files = { 'x.js': '', 'parts/a.js': '', 'main.js': 'import "x"; import "parts/a.js";' };
    expect(reportFindingsOf({ ...files, 'index.html': htmlPage(map, main) })).toEqual([]);
    // A second page loads the same script, but has no import map.
    expect(
      reportFindingsOf({
        ...files,
        'index.html': htmlPage(map, main),
        'b.html': htmlPage('', main),
      }),
    ).toEqual(['bare_import main.js:1 x', 'bare_import main.js:1 parts/a.js']);
  });
});

describe('Source files that need a build', () => {
  const typescript = {
    'package.json': vite,
    'index.html': htmlPage('', '\n<script type="module" src="/src/main.tsx"></script>'),
    'src/main.tsx': '',
  };
  it.each([
    ['a page that runs TypeScript', typescript, 'vite'],
    [
      'the same without a package',
      { 'index.html': typescript['index.html'], 'src/main.tsx': '' },
      '',
    ],
    [
      'a page of Create React App',
      {
        'package.json': '{"dependencies":{"react-scripts":"5"}}',
        'public/index.html': htmlPage('<link rel="icon" href="%PUBLIC_URL%/favicon.ico">'),
      },
      'react-scripts',
    ],
    [
      'a package without a page',
      { 'package.json': '{"scripts":{"build":"jspsych build"}}', 'src/experiment.js': '' },
      'npm run build',
    ],
    [
      'modules that import packages',
      {
        'package.json': '{"devDependencies":{"webpack":"5"}}',
        'index.html': htmlPage('<script type="module" src="src/main.js"></script>'),
        'src/main.js': 'import "jspsych";',
      },
      'webpack',
    ],
  ])('have to be built: %s', (_, files, tool) => {
    const [first] = Object.keys(files).filter((path) => path.endsWith('.html'));
    expect(reportFindingsOf(files)).toContain(`sources ${first ?? ''} ${tool}`.trim());
  });

  it('are reported with the page that was built from them, which becomes the entry', () => {
    const built = {
      ...typescript,
      'dist/index.html': htmlPage('<script type="module" src="/assets/app.js"></script>'),
      'dist/assets/app.js': 'commonlab.finish();',
      'src/gone.js': 'import "./gone.js";',
    };
    expect(reportFindingsOf(built)).toEqual([
      'root_path dist/index.html:3 /assets/app.js → dist/assets/app.js',
      'built_inside index.html dist/index.html',
    ]);
    expect(studyReportFor(built).entries).toEqual(['dist/index.html', 'index.html']);
    expect(entryOf(typescript)).toBe('index.html');
  });

  it.each([
    [
      {
        'package.json': vite,
        'index.html': htmlPage('<script src="main.js"></script>'),
        'main.js': '',
      },
    ],
    [{ 'package.json': 'no json', 'index.html': htmlPage('') }],
    [
      {
        'index.html': htmlPage('<script src="main.js"></script>'),
        'main.js': '',
        'docs/index.html': htmlPage(''),
      },
    ],
    [{ 'node_modules/vite/package.json': vite, 'index.html': htmlPage('') }],
  ])('are not reported for %j', (files) => {
    expect(reportFindingsOf(files)).toEqual([]);
  });
});

describe('An address outside of the version', () => {
  it.each([
    ['index.html', '/img/a.png', 'root_path index.html:4 /img/a.png → img/a.png'],
    ['index.html', '../img/a.png', 'root_path index.html:4 ../img/a.png → img/a.png'],
    [
      'index.html',
      '/repository/img/a.png',
      'root_path index.html:4 /repository/img/a.png → img/a.png',
    ],
    ['sub/a.html', '../../x/img/a.png', 'root_path sub/a.html:4 ../../x/img/a.png → img/a.png'],
    ['sub/a.html', '/a.html', 'root_path sub/a.html:4 /a.html → sub/a.html'],
    ['index.html', '/gone.png', 'absolute_path index.html:4 /gone.png'],
    ['index.html', '../gone.png', 'outside_path index.html:4 ../gone.png'],
  ])('is reported in %s: %s', (file, address, expected) => {
    expect(
      reportFindingsOf({ [file]: htmlPage('', `<img src="${address}">`), 'img/a.png': '' }),
    ).toEqual([expected]);
  });

  it('is found in the strings of scripts as well', () => {
    const files = {
      'index.html': htmlPage('<script src="js/m.js"></script>'),
      'js/m.js': 'show("/img/a.png", "/no/b.png")',
    };
    expect(reportFindingsOf({ ...files, 'img/a.png': '' })).toEqual([
      'absolute_path js/m.js:1 /no/b.png',
      'root_path js/m.js:1 /img/a.png → img/a.png',
    ]);
  });
});

describe('Frames within a page', () => {
  it.each([
    ['<iframe src="inner.html"></iframe>', 'frames index.html:4'],
    ['<iframe src="terms.pdf#page=2"></iframe>', 'pdf_in_frame index.html:4 terms.pdf#page=2'],
    [
      '<iframe src="https://panel.example/x"></iframe>',
      'frame_elsewhere index.html:4 https://panel.example/x',
    ],
    ['<embed src="terms.pdf">', 'embedded_object index.html:4 terms.pdf'],
    ['<object data="drawing.svg"></object>', 'embedded_object index.html:4 drawing.svg'],
    [
      '<script>show(\'<iframe src="terms.pdf"></iframe>\')</script>',
      'pdf_in_frame index.html:4 terms.pdf',
    ],
  ])('are reported with what they show: %s: %s', (html, expected) => {
    const files = {
      'index.html': htmlPage('', html),
      'inner.html': '',
      'terms.pdf': '',
      'drawing.svg': '',
    };
    expect(reportFindingsOf(files)).toContain(expected);
  });
});
