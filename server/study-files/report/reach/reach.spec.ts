import {
  reportFindingsOf as foundIn,
  htmlPage,
  studyReportFor,
  studyWithScript,
} from '../../../../test/support/people/study-report';

const found = (files: Record<string, string>) => foundIn(files, ['no_end', 'no_rows']);
const loads = (...addresses: string[]) =>
  htmlPage(addresses.map((one) => `<script src="${one}"></script>`).join(''));
const asksFor = (host: string) => `fetch("https://${host}/x");`;

describe('The search for files that the pages of a study reach', () => {
  it('reaches files through scripts, imports, styles and pages', () => {
    const report = studyReportFor({
      'index.html': htmlPage(
        '<link rel="stylesheet" href="s.css"><script type="module" src="a.js"></script>',
        '<a href="next.html">next</a>',
      ),
      's.css': '@import"t.css";',
      't.css': 'p { background: url(https://pictures.example.org/a.png) }',
      'a.js': 'import{b}from"./b.js";export*from"./c.js";',
      'b.js': asksFor('b.example.org'),
      'c.js': asksFor('c.example.org'),
      'next.html': loads('/next.js'),
      'next.js': `${asksFor('next.example.org')} initJsPsych();`,
    });
    expect(report).toMatchObject({
      kind: 'jspsych',
      hosts: ['b', 'c', 'next', 'pictures'].map((one) => `https://${one}.example.org`),
    });
    expect(report.findings.some(({ code }) => code === 'not_reached')).toBe(false);
  });

  it('does not reach tests and unused libraries', () => {
    const files = {
      ...studyWithScript('commonlab.finish();'),
      'tests/browser.mjs': `${asksFor('test.example.org')} initJsPsych();`,
      'lib/record.js': 'navigator.mediaDevices.getUserMedia({ video: true });',
      'node_modules/a/demo.html': loads('demo.js'),
      'node_modules/a/demo.js': asksFor('demo.example.org'),
    };
    expect(studyReportFor(files)).toMatchObject({ kind: 'plain', hosts: [], needs: [] });
    expect(found(files)).toEqual([
      'not_reached lib/record.js',
      'not_reached node_modules/a/demo.html',
      'not_reached node_modules/a/demo.js',
      'not_reached tests/browser.mjs',
    ]);
  });

  it('reaches all files of the study when a script computes what it loads', () => {
    for (const one of [
      'const s = document.createElement("script"); s.src = "parts/" + name;',
      'import("./parts/" + name);',
    ])
      expect(
        studyReportFor({
          ...studyWithScript(one),
          'parts/one.js': asksFor('one.example.org'),
          'tests/x.js': asksFor('x.example.org'),
        }).hosts,
      ).toEqual(['https://one.example.org']);
  });

  it('reaches scripts and workers that a script names', () => {
    const report = studyReportFor({
      ...studyWithScript('load("lib/a.js?v=2"); new Worker("./b.js");'),
      'lib/a.js': asksFor('a.example.org'),
      'b.js': asksFor('b.example.org'),
      'lib/c.js': asksFor('c.example.org'),
    });
    expect(report.hosts).toEqual(['https://a.example.org', 'https://b.example.org']);
  });

  it('reaches a file when a script adds a folder before its name', () => {
    expect(
      studyReportFor({
        ...studyWithScript('load(["task.html"]);'),
        'tests/parts/task.html': loads('../t.js'),
        'tests/t.js': asksFor('t.example.org'),
      }).hosts,
    ).toEqual(['https://t.example.org']);
  });

  it('lists many unreached files by folder', () => {
    const many = Object.fromEntries(
      Array.from({ length: 25 }, (_, n) => [`node_modules/a/${n}.js`, 'a = 1;']),
    );
    expect(found({ ...studyWithScript(''), ...many })).toEqual(['not_reached node_modules/ 25']);
  });

  it('requires reasons, and lists data that participants share, also for files that no page reaches', () => {
    const report = studyReportFor({
      ...studyWithScript(''),
      'a.js': 'c.toDataURL(); jatos.batchSession.get("x");',
    });
    expect(report.asks).toEqual(['reads_pixels']);
    expect(report.findings.map(({ code }) => code)).toContain('jatos_batch');
  });
});

describe('A host of the participant’s own computer or network is never listed', () => {
  it.each([
    'https://127.0.0.1:8088/x',
    'http://localhost:3000/x',
    'ws://[::1]:80/x',
    'https://192.168.1.7/x',
    'https://lab.local/x',
  ])('%s', (address) => {
    const files = studyWithScript(`connect("${address}"); new WebSocket("${address}");`);
    expect(studyReportFor(files).hosts).toEqual([]);
    expect(found(files).every((one) => !one.startsWith('other_host'))).toBe(true);
  });
});

describe('Addresses of imports without a space before them, as minifiers write them', () => {
  it.each([
    ['s.css', '@import"https://fonts.example.org/a";p{color:red}'],
    ['s.css', "@import'https://fonts.example.org/a';"],
    ['s.css', '@import url(https://fonts.example.org/a);'],
    ['s.css', '@import url("https://fonts.example.org/a")screen;'],
    ['a.js', 'import"https://fonts.example.org/a";'],
    ['a.js', 'import{a}from"https://fonts.example.org/a";'],
    ['a.js', 'export*from"https://fonts.example.org/a";'],
    ['a.min.js', 'import{a as b}from"https://fonts.example.org/a";b()'],
    ['a.min.js', 'let x=1;export*from"https://fonts.example.org/a";'],
    ['a.min.js', 'import"https://fonts.example.org/a";'],
  ])('are found: %s %s', (path, text) => {
    const head = path.endsWith('.css')
      ? `<link rel="stylesheet" href="${path}">`
      : `<script type="module" src="${path}"></script>`;
    expect(studyReportFor({ 'index.html': htmlPage(head), [path]: text }).hosts).toEqual([
      'https://fonts.example.org',
    ]);
  });
});

describe('Findings about permissions that the frame of a study does not have', () => {
  it.each([
    ['navigator.clipboard.writeText(id);', 'navigator.clipboard.writeText'],
    ['window.navigator.clipboard.read();', 'navigator.clipboard.read'],
    ['navigator.geolocation.getCurrentPosition(f);', 'navigator.geolocation.getCurrentPosition'],
    ['await_(navigator.wakeLock.request("screen"));', 'navigator.wakeLock.request'],
    ['Notification.requestPermission();', 'Notification.requestPermission'],
    ['navigator.usb.requestDevice({});', 'navigator.usb'],
    ['navigator.serial.requestPort();', 'navigator.serial'],
    ['navigator.hid.requestDevice({});', 'navigator.hid'],
    ['navigator.bluetooth.requestDevice({});', 'navigator.bluetooth'],
    ['new Gyroscope({});', 'Gyroscope'],
  ])('are reported by file and line: %s', (text, detail) => {
    expect(found(studyWithScript(text))).toEqual([`permission_refused index.html:4 ${detail}`]);
  });

  it.each(['open("help.html");', 'window.open();', 'open("https://a.example.org/");'])(
    'include opening a window: %s',
    (text) => {
      const codes = studyReportFor(studyWithScript(text)).findings.map(({ code }) => code);
      expect(codes).toContain('leaves_page');
    },
  );

  it('exclude what the frame allows: full screen, sound, gamepads, alerts', () => {
    const text =
      'document.body.requestFullscreen(); navigator.getGamepads(); alert("a"); new AudioContext();';
    expect(found(studyWithScript(text))).toEqual([]);
  });
});

describe('The devices that a study needs', () => {
  const record = 'function record(asked) { return navigator.mediaDevices.getUserMedia(asked); }';
  it('are all devices that the study names when a library takes them as a parameter', () => {
    expect(studyReportFor(studyWithScript(`${record} record({ audio: true });`)).needs).toEqual([
      'microphone',
    ]);
    expect(
      studyReportFor(studyWithScript(`${record} record({ audio: true, video: {} });`)).needs,
    ).toEqual(['microphone', 'camera']);
  });
  it('are microphone and camera when the code does not name one', () => {
    expect(studyReportFor(studyWithScript(record)).needs).toEqual(['microphone', 'camera']);
  });
});
