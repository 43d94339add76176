import { reportFindingsOf, htmlPage, studyReportFor } from '../../test/support/people/study-report';

it('the report lists the missing fonts that an OSWeb export needs, and nothing about its bundled libraries', () => {
  const report = studyReportFor({
    'index.html': htmlPage(
      '<script src="js/osweb.1.3.0.bundle.js"></script><script src="js/vendors~osweb.1.3.0.bundle.js"></script>',
    ),
    'js/osweb.1.3.0.bundle.js':
      'load({ google: { urls: ["//fonts.googleapis.com/css?family=Droid Sans"] } }); x("http://nodejs.test")',
    'js/vendors~osweb.1.3.0.bundle.js': 'get("https://use.typekit.net")',
  });
  expect(report.libraries).toEqual([{ name: 'OSWeb', version: '1.3.0' }]);
  expect(report.hosts).toEqual(['https://fonts.googleapis.com', 'https://fonts.gstatic.com']);
  expect(report.findings.map(({ code }) => code)).toEqual(['no_end', 'no_rows', 'other_host']);
});

describe('An export of PsychoPy', () => {
  const library = (version: string) => `lib/psychojs-${version}.js`;
  const study = (version: string, more = '') =>
    `import { core, visual } from './${library(version)}';
const { PsychoJS } = core;
const psychoJS = new PsychoJS({ debug: true });
psychoJS.start({ resources: [{ 'name': 'words.xlsx', 'path': 'words.xlsx' }] });
${more}`;
  const exported = (version: string, more = '', head = '') => ({
    'index.html': htmlPage(
      `${head}<script src="study.js" type="module"></script><script src="old.js" nomodule></script>`,
    ),
    'study.js': study(version, more),
  });

  it('reports that its data are stored on this server, or by JATOS within a study for JATOS', () => {
    const files = { ...exported('2024.2.4'), [library('2024.2.4')]: '', 'words.xlsx': '' };
    expect(studyReportFor(files)).toMatchObject({
      kind: 'psychojs',
      libraries: [{ name: 'PsychoJS', version: '2024.2.4' }],
      hosts: [],
      findings: [{ code: 'psychojs_here', severity: 'note', file: '', detail: '2024.2.4' }],
    });
    const jatos = exported('2024.2.4', '', '<script src="jatos.js"></script>');
    expect(reportFindingsOf({ ...files, ...jatos })).toEqual([]);
  });

  it.each(['3.2.0', '2020.2', '2020.2.10'])(
    'reports that the data of PsychoJS %s cannot be stored on this server',
    (version) => {
      const files = { ...exported(version), [library(version)]: '', 'words.xlsx': '' };
      expect(reportFindingsOf(files)).toEqual([`psychojs  ${version}`]);
    },
  );

  it('reports missing files: PsychoJS itself, which Pavlovia adds, and the resources that it loads', () => {
    const style = '<link rel="stylesheet" href="./lib/psychojs-2024.2.4.css">';
    expect(reportFindingsOf(exported('2024.2.4', '', style))).toEqual([
      'psychojs_missing index.html:3 ./lib/psychojs-2024.2.4.css',
      'psychojs_missing study.js:1 ./lib/psychojs-2024.2.4.js',
      'maybe_missing study.js:4 words.xlsx',
      'psychojs_here  2024.2.4',
    ]);
  });

  it('reports unsupported features: the shelf, surveys of Pavlovia, redirects', () => {
    const more = `psychoJS.shelf.addIntegerValue({ key: ['a'] });
new visual.Survey({ win: psychoJS.window, name: 's', surveyId: 'abc' });
psychoJS.setRedirectUrls('https://app.prolific.com/submissions/complete?cc=CXYZ1234', '');`;
    const files = { ...exported('2024.2.4', more), [library('2024.2.4')]: '', 'words.xlsx': '' };
    expect(studyReportFor(files).hosts).toEqual([]);
    expect(reportFindingsOf(files)).toEqual([
      'psychojs_shelf study.js:5 psychoJS.shelf.addIntegerValue',
      'psychojs_survey study.js:6 abc',
      'leaves_page study.js:7 https://app.prolific.com/submissions/complete?cc=CXYZ1234',
      'completion_code study.js:7 CXYZ1234',
      'psychojs_here  2024.2.4',
    ]);
  });
});

it('the report says for an HTML form at which page the study continues, or that the study ends', () => {
  const form = (attributes: string) =>
    reportFindingsOf({
      'index.html': htmlPage('', `<form ${attributes}></form>`),
      'two.html': htmlPage(''),
    });
  expect(form('method="post" action="save.php"')).toEqual(['form_ends index.html:4 save.php']);
  expect(form('METHOD=POST')).toEqual(['form_ends index.html:4']);
  expect(form('action="cgi/save.cgi?a=1"')).toEqual(['form_ends index.html:4 cgi/save.cgi?a=1']);
  expect(form('method=post action="two.html"')).toEqual(['form_goes_on index.html:4 two.html']);
  expect(form('method=post action="gone.html"')).toEqual([
    'missing_reference index.html:4 gone.html',
    'form_goes_on index.html:4 gone.html',
  ]);
  expect(form('method=post action="https://data.example/save.php"')).toEqual([
    'other_host index.html:4 https://data.example/save.php',
  ]);
  expect(form('method=post action="/save.php"')).toEqual(['absolute_path index.html:4 /save.php']);
  expect(form('action="two.html"')).toEqual([]);
  const ends = (action: string) =>
    studyReportFor({ 'index.html': htmlPage('', `<form method=post action="${action}"></form>`) })
      .findings;
  expect(ends('save.php').map(({ code }) => code)).not.toContain('no_end');
  expect(ends('index.html').map(({ code }) => code)).toContain('no_end');
});

it('the report lists the CDN as a host to declare, without local copies, for a file with too many CDN addresses', () => {
  const tags = '<script src="https://unpkg.com/jspsych@7.3.4"></script>'.repeat(1_001);
  const report = studyReportFor({
    'index.html': htmlPage(tags),
    'b.html': htmlPage(tags.slice(0, tags.length / 1_001)),
  });
  const codes = (file: string) =>
    new Set(report.findings.filter((one) => one.file === file).map(({ code }) => code));
  expect([...codes('index.html')]).toEqual(['too_many_addresses', 'known_library']);
  expect([...codes('b.html')]).toEqual(['library_here']);
  expect(report.hosts).toEqual(['https://unpkg.com']);
});
