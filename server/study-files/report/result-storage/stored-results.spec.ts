import { readFileSync } from 'node:fs';
import {
  htmlPage,
  studyReportFor,
  studyWithScript,
} from '../../../../test/support/people/study-report';
import { bundledLibraryIn } from './bundles.rule';

const packaged = (path: string) => readFileSync(`node_modules/${path}`, 'utf8');
const codesOf = (files: Record<string, string>) =>
  studyReportFor(files).findings.map(({ code }) => code);
/** Returns which of the findings `no_rows` and `no_end` a report has. */
const faults = (files: Record<string, string>) =>
  codesOf(files).filter((code) => code === 'no_rows' || code === 'no_end');

describe('A library in a bundle', () => {
  it.each([
    ['jspsych 8', 'jspsych/dist/index.js', { name: 'jspsych', version: '8' }],
    ['jspsych 8, minified', 'jspsych/dist/index.browser.min.js', { name: 'jspsych', version: '8' }],
    ['jspsych 7', 'jspsych-7/dist/index.js', { name: 'jspsych', version: '7' }],
    [
      'jspsych 7, minified',
      'jspsych-7/dist/index.browser.min.js',
      { name: 'jspsych', version: '7' },
    ],
    ['jspsych 6', 'jspsych-6/jspsych.js', { name: 'jspsych', version: '6' }],
    ['no library', '@jspsych/plugin-survey-text/dist/index.js', null],
    ['no library', 'react-dom/cjs/react-dom-client.production.js', null],
  ])('is recognised by what minifiers keep: %s', (_, path, library) => {
    expect(bundledLibraryIn(packaged(path))).toEqual(library);
  });

  it.each([
    ['jspsych_8', 'jspsych/dist/index.browser.min.js'],
    ['jspsych_7', 'jspsych-7/dist/index.browser.min.js'],
  ])('gives the study a kind whose data and end are recorded: %s', (kind, path) => {
    // A file as bundlers write it: of any name, with the study's own code after the library.
    const bundle = `(()=>{${packaged(path)};n({}).run([])})();`;
    for (const name of ['app.js', 'assets/index-D4x8a.js', 'static/js/main.3f2a.chunk.min.js']) {
      const files = { 'index.html': htmlPage(`<script src="${name}"></script>`), [name]: bundle };
      expect(studyReportFor(files)).toMatchObject({ kind });
      expect(faults(files)).toEqual([]);
    }
  });

  it('is ignored in the folder of packages', () => {
    const path = 'node_modules/jspsych/dist/index.js';
    const files = { 'index.html': htmlPage(''), [path]: packaged('jspsych/dist/index.js') };
    expect(studyReportFor(files)).toMatchObject({ kind: 'plain' });
    expect(faults(files)).toEqual(['no_end', 'no_rows']);
  });
});

describe('The results of a study are stored', () => {
  const stored: readonly [string, string][] = [
    ['jsPsych', 'const j = initJsPsych(); j.run([]);'],
    ['jsPsych 5 and 6', 'jsPsych.init({ timeline: [] });'],
    ['lab.js by its builder', "lab.util.fromObject({ type: 'lab.flow.Sequence' }).run();"],
    ['lab.js by hand', 'const s = new lab.flow.Sequence({}); s.run();'],
    ['PsychoJS', 'const psychoJS = new PsychoJS({});'],
    ['JATOS', 'jatos.submitResultData({ a: 1 }); jatos.endStudy();'],
    ['JATOS, with its end', 'jatos.endStudy({ a: 1 });'],
    ['our own call', 'commonlab.record({ a: 1 }); commonlab.finish();'],
    ['our own call, of the window', 'window.commonlab?.text("a"); window.commonlab?.finish();'],
    ['our own calls by other names', 'const { record, finish } = commonlab; record(1); finish();'],
    ['a script beside it', "fetch('save.php', { method: 'POST', body: 'a' }); commonlab.finish();"],
    ['a script beside it, by beacon', "navigator.sendBeacon('log', x); commonlab.finish();"],
    [
      'a script beside it, by jQuery',
      "$.ajax({ type: 'post', url: 'php/save.php', data: x }); commonlab.finish();",
    ],
    [
      'a script beside it, in the old way',
      "const x = new XMLHttpRequest(); x.open('POST', 'write_data.php'); commonlab.finish();",
    ],
    ['DataPipe', "fetch('https://pipe.jspsych.org/api/data/', o); commonlab.finish();"],
  ];
  it.each(stored)('by code that uses %s', (_, text) => {
    expect(faults(studyWithScript(text))).toEqual([]);
    // The same script in a separate file must give the same findings.
    expect(
      faults({ 'index.html': htmlPage('<script src="task.js"></script>'), 'task.js': text }),
    ).toEqual([]);
  });

  const elsewhere: readonly [string, string, string[]][] = [
    ['nothing at all', 'const rows = []; rows.push({ rt: 1 });', ['no_end', 'no_rows']],
    ['an end alone', 'commonlab.finish();', ['no_rows']],
    ['JATOS, without any data', 'jatos.endStudy();', ['no_rows']],
    [
      'another server',
      "fetch('https://lab.example/save', { method: 'POST', body: 'a' }); commonlab.finish();",
      ['no_rows'],
    ],
    ['what it only reads', "fetch('words.json'); commonlab.finish();", ['no_rows']],
    ['data alone', 'commonlab.record({ a: 1 });', ['no_end']],
  ];
  it.each(elsewhere)('except by %s, which the report shows as an error', (_, text, codes) => {
    expect(faults(studyWithScript(text))).toEqual(codes);
    for (const { code, severity } of studyReportFor(studyWithScript(text)).findings)
      if (code === 'no_rows' || code === 'no_end') expect(severity).toBe('error');
  });

  it('except by a library that sends its data elsewhere, which the report names', () => {
    const text = "magpieInit({ views_seq: [], deploy: { deployMethod: 'Prolific' } });";
    expect(studyReportFor(studyWithScript(text)).findings).toContainEqual(
      expect.objectContaining({ code: 'no_rows', detail: 'magpie' }),
    );
  });
});

describe('Code in HTML attributes', () => {
  it.each([
    ['a handler', '<button onclick="commonlab.record(1); return commonlab.finish()">End</button>'],
    ['a link', '<a href="javascript:jatos.endStudy(%7Bdone:1%7D)">End</a>'],
    ['a form', '<form action=" JavaScript:jatos.endStudy({ done: 1 })"></form>'],
  ])('of %s is checked like code in scripts', (_, body) => {
    expect(faults({ 'index.html': htmlPage('', body) })).toEqual([]);
  });

  it('is checked also when a script writes the attribute', () => {
    const text = 'document.body.innerHTML = \'<b onclick="jatos.endStudy({ a: 1 })">End</b>\';';
    expect(faults(studyWithScript(text))).toEqual([]);
  });

  it('adds its hosts to the report, and its calls of server scripts with their lines', () => {
    const body =
      '<p>\n<b onclick="fetch(\'https://lab.example/a.json\')">a</b>\n<b onclick="go(\'save.php\')">b</b>';
    const report = studyReportFor({ 'index.html': htmlPage('', body) });
    expect(report.hosts).toEqual(['https://lab.example']);
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'server_script', line: 6, detail: 'save.php' }),
    );
  });

  it('is no syntax error when browsers could not run it, since it may be a template', () => {
    const files = { 'index.html': htmlPage('', '<b onclick="{{ go( }}">a</b>') };
    expect(codesOf(files)).not.toContain('syntax_error');
  });
});

describe('The end of a PsychoJS study', () => {
  it.each([
    ['quitPsychoJS();', true],
    ["quitPsychoJS('Thank you');", true],
    ["psychoJS.quit({ message: 'Thank you' });", true],
    ["quitPsychoJS('', true);", false],
    ["return_(quitPsychoJS('The [Escape] key was pressed.', false));", false],
    ['psychoJS.quit({ message: message, isCompleted: isCompleted });', false],
    ["flowScheduler.add(quitPsychoJS, 'Thank you', true);", false],
  ])('causes a warning when the code does not say how the study ended: %s', (text, isWarned) => {
    const codes = codesOf(studyWithScript(`const psychoJS = new PsychoJS({});\n${text}`));
    expect(codes.includes('psychojs_quit')).toBe(isWarned);
  });
});
