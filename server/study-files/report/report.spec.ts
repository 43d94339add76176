import { severityByFinding } from '../../../contracts/study-files/study-findings';
import {
  reportFindingsOf,
  htmlPage,
  studyReportFor,
  studyWithScript,
} from '../../../test/support/people/study-report';

describe('The kind and entry of a study', () => {
  it.each([
    [
      'jspsych_8',
      { 'index.html': htmlPage('<script src="https://unpkg.com/jspsych@8.3.0"></script>') },
    ],
    [
      'jspsych_7',
      {
        'index.html': htmlPage('<script src="jspsych.js"></script><script>initJsPsych();</script>'),
        'jspsych.js': 'var jsPsychModule=function(){var version="7.3.4";}',
      },
    ],
    [
      'jspsych_6',
      {
        'index.html': htmlPage('<script src="jspsych-6.3.1/jspsych.js"></script>'),
        'jspsych-6.3.1/jspsych.js': 'window.jsPsych = {}',
      },
    ],
    ['jspsych_6', studyWithScript('jsPsych.init({ timeline: [] });')],
    ['jspsych', studyWithScript('initJsPsych();')],
    ['lab_js', { 'index.html': htmlPage('<script src="lib/lab.js"></script>'), 'lib/lab.js': '' }],
    ['psychojs', { ...studyWithScript('new PsychoJS({ debug: true });') }],
    ['jatos', { 'index.html': htmlPage('<script src="jatos.js"></script>') }],
    ['jatos', studyWithScript('jatos.onLoad(() => initJsPsych());')],
    ['plain', { 'index.html': htmlPage('') }],
  ])('is recognised: %s', (kind, files) => {
    expect(studyReportFor(files)).toMatchObject({ kind });
  });

  it('starts with the page that JATOS’ description names, else with the likeliest', () => {
    const jas = JSON.stringify({
      data: {
        dirName: 'task',
        componentList: [
          { htmlFilePath: 'intro.html', active: false },
          { htmlFilePath: 'b.html', active: true },
        ],
      },
    });
    const pages = { 'task/index.html': '', 'task/b.html': '', 'task/intro.html': '' };
    expect(studyReportFor({ ...pages, 'x.jas': jas }).entry).toBe('task/b.html');
    expect(studyReportFor(pages).entries).toEqual([
      'task/index.html',
      'task/b.html',
      'task/intro.html',
    ]);
    expect(reportFindingsOf({ 'a.js': '' })).toEqual(['no_entry']);
  });
});

describe('The end of a study', () => {
  it.each([
    ['jsPsych', 'initJsPsych();'],
    ['jsPsych 6', 'jsPsych.init({});'],
    ['JATOS', 'jatos.endStudy();'],
    ['PsychoJS', 'const psychoJS = new core.PsychoJS({});'],
    ['JATOS, by its last component', 'jatos.startNextComponent();'],
    ['lab.js', 'lab.util.fromObject({ plugins: [{ type: "lab.plugins.Transmit" }] });'],
    [
      'lab.js in a survey',
      'lab.util.fromObject({ plugins: [{ type: "lab.plugins.PostMessage" }] });',
    ],
    ['our own call', 'window.commonlab.finish();'],
  ])('is found by %s', (_, text) => {
    const codes = studyReportFor(studyWithScript(text)).findings.map(({ code }) => code);
    expect(codes).not.toContain('no_end');
  });

  it('is reported as missing when no file signals it, since nobody could complete the study', () => {
    expect(studyReportFor(studyWithScript('document.title = "a";')).findings).toEqual([
      { code: 'no_end', severity: 'error', file: '', line: null, detail: null },
      { code: 'no_rows', severity: 'error', file: '', line: null, detail: null },
    ]);
  });
});

describe('A reference in a file of a study', () => {
  it('is reported by file and line when its file is missing or differs in case', () => {
    const files = {
      'index.html': htmlPage(
        '\n<script src="js/main.js?v=2"></script>\n<link rel="stylesheet" href="css/style.css">',
        '<img src="img/A.PNG"><img src="/img/a.png"><img src="../a.png"><a href="next.html#x">on</a>',
      ),
      'js/main.js': 'import "./gone.js"; import x from "bare";\nconst s = "img/a.png";',
      'css/style.css': '/* url(no.png) */\na { background: url(../img/b.png) }',
      'img/a.png': '',
    };
    expect(reportFindingsOf(files)).toEqual([
      'missing_reference css/style.css:2 ../img/b.png',
      'wrong_case index.html:6 img/a.png',
      'outside_path index.html:6 ../a.png',
      'missing_reference index.html:6 next.html#x',
      'missing_reference js/main.js:1 ./gone.js',
      'bare_import js/main.js:1 bare',
      'root_path index.html:6 /img/a.png → img/a.png',
    ]);
  });

  it('in a script resolves when the folder before it is missing', () => {
    const files = {
      ...studyWithScript('["a.png", "b.png", ".png", "img/" + n + ".png"];'),
      'img/a.png': '',
    };
    expect(reportFindingsOf(files)).toEqual(['maybe_missing index.html:4 b.png']);
  });

  it('to a server elsewhere adds its host to the report', () => {
    const files = {
      'index.html': htmlPage(
        '',
        '<img src="http://pictures.example.net/a.png"><img src="data:image/png;base64,xx">' +
          '<script src="main.js"></script>',
      ),
      'main.js': 'fetch("https://lab.uni.example/save");\nconst ns = "http://www.w3.org/2000/svg";',
    };
    expect(reportFindingsOf(files)).toEqual([
      'insecure_address index.html:4 http://pictures.example.net/a.png',
      'other_host main.js:1 https://lab.uni.example/save',
    ]);
    expect(studyReportFor(files).hosts).toEqual([
      'https://lab.uni.example',
      'https://pictures.example.net',
    ]);
  });

  it('is not offered as an allowed host when its address would change the Content-Security-Policy', () => {
    const files = {
      'index.html': htmlPage(
        '<img src="https://*/a.png"><img src="https://a.example;report-uri/b">',
      ),
    };
    expect(studyReportFor(files).hosts).toEqual([]);
    expect(reportFindingsOf(files)).toHaveLength(2);
  });

  it('to jsPsych at a CDN reports the local copy that replaces it and its version', () => {
    const plugin = '@jspsych/plugin-html-keyboard-response';
    const files = {
      'index.html': htmlPage(
        '\n<script src="https://unpkg.com/jspsych@7.1.2"></script>' +
          `\n<script src="https://unpkg.com/${plugin}"></script>` +
          '\n<link rel="stylesheet" href="http://unpkg.com/jspsych@7.3.4/css/jspsych.css">' +
          '\n<script type="importmap">{"imports":{"x":"https://esm.sh/jspsych@7"}}</script>' +
          '\n<script type="module" src="main.js"></script>',
      ),
      // This page does not load jsPsych itself, so the version of the study's jsPsych is used.
      'main.js': `import p from "https://cdn.jsdelivr.net/npm/${plugin}/+esm";`,
      'old.html': htmlPage('<script src="https://unpkg.com/jspsych@5.0.3/jspsych.js"></script>'),
    };
    expect(reportFindingsOf(files)).toEqual([
      'library_differs index.html:4 jspsych@7.1.2 → 7.3.4',
      'known_library old.html:3 jspsych@5.0.3',
      `library_here index.html:5 ${plugin} → 1.1.3`,
      'library_here index.html:6 jspsych@7.3.4',
      'library_here index.html:7 jspsych@7 → 7.3.4',
      `library_here main.js:1 ${plugin} → 1.1.3`,
    ]);
    expect(studyReportFor(files)).toMatchObject({
      kind: 'jspsych_7',
      hosts: ['https://unpkg.com'],
      libraries: [{ name: 'jspsych', version: '7.3.4' }],
    });
  });
});

describe('The features of a study', () => {
  it.each([
    ['syntax_error index.html:4 Unexpected token', 'const = 1;'],
    ['microphone index.html:4', 'navigator.mediaDevices.getUserMedia({ audio: true });'],
    ['camera index.html:4', 'navigator.mediaDevices.getUserMedia({ video: { width: 1 } });'],
    ['microphone index.html:4', 'const t = { type: jsPsychHtmlAudioResponse };'],
    ['storage index.html:4', 'window.localStorage.setItem("a", "b");'],
    ['storage index.html:4', 'document.cookie = "a=b";'],
    ['worker index.html:4', 'new Worker(URL.createObjectURL(blob));'],
    ['service_worker index.html:4', 'navigator.serviceWorker.register(name);'],
    [
      'leaves_page index.html:4 https://panel.example/x',
      'window.location = "https://panel.example/x";',
    ],
    ['jatos_group index.html:4 jatos.joinGroup', 'jatos.joinGroup({});'],
    ['jatos_batch index.html:4', 'jatos.batchSession.set("a", 1);'],
    ['jatos_batch index.html:4', 'jatos.onBatchSession(() => {});'],
    ['jatos_batch index.html:4', 'commonlab.shared.read();'],
    ['jatos_batch index.html:4', 'const a = window["jatos"]; a.batchSession.set("a", 1);'],
    ['jatos_batch index.html:4', 'const { batchSession: b } = jatos;'],
    ['jatos_batch index.html:4', 'window.jatos["onBatchSession"](() => {});'],
    ['server_script index.html:4 save_data.php', 'fetch("save_data.php", { method: "POST" });'],
    ['completion_code index.html:4 C1A2B3D4', 'show("Your completion code is: <b>C1A2B3D4</b>");'],
    [
      'completion_code index.html:4 CXYZ1234',
      'go("https://app.prolific.com/submissions/complete?cc=CXYZ1234");',
    ],
  ])('are found: %s', (finding, text) => {
    const line = reportFindingsOf(studyWithScript(text)).find((one) => one.startsWith(finding));
    expect(line ?? reportFindingsOf(studyWithScript(text))).toContain(finding);
  });

  it('are not reported for harmless texts', () => {
    const harmless = [
      'const codes = "The completion code is shown at the end";',
      'const file = "results.csv"; jsPsych.data.get().localSave("csv", "data.csv");',
      'element.location = 3; myOwn.open("dialog"); const t = "text/html";',
      'const words = "Read the page about.html later";',
    ];
    expect(reportFindingsOf(studyWithScript(harmless.join('\n')))).toEqual([]);
  });

  it('include completion codes in the text of a page, and list the unchecked files', () => {
    const files = {
      'index.html': htmlPage('', '\n<p>Your survey code: <b>AB12CD34</b></p>'),
      'A.png': '',
      'a.png': '',
    };
    expect(reportFindingsOf(files)).toEqual([
      'case_twins a.png A.png',
      'completion_code index.html:5 AB12CD34',
    ]);
  });

  it('lists what was changed in the archive, and names that were probably misread', () => {
    const files = { 'index.html': htmlPage(''), 'img/ba╠êr.png': '', 'img/bär.png': '' };
    const notes = [
      { code: 'backslashes', path: '' },
      { code: 'name_guessed', path: 'img/bär.png' },
    ] as const;
    const { findings } = studyReportFor(files, ['~$cond.xlsx'], notes);
    const listed = findings.map(({ code, severity, file }) => `${severity} ${code} ${file}`.trim());
    expect(listed.filter((one) => !/no_end|no_rows/.test(one))).toEqual([
      'warning name_misread img/ba╠êr.png',
      'note backslashes',
      'note name_guessed img/bär.png',
      'note left_out ~$cond.xlsx',
    ]);
  });

  it('gives each code one severity, and lists the most severe first', () => {
    const { findings } = studyReportFor(
      { ...studyWithScript('localStorage; const = 1'), 'b.html': '<img src="x.png">' },
      ['.DS_Store'],
    );
    expect(findings.map(({ severity }) => severity)).toEqual([
      ...['error', 'error', 'error', 'error'],
      'note',
    ]);
    for (const { code, severity } of findings) expect(severity).toBe(severityByFinding[code]);
  });
});
