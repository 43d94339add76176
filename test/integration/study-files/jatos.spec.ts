import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: RunningApp;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const described = (more: object = {}) =>
  JSON.stringify({
    version: '3',
    data: {
      uuid: 'a-study',
      title: 'Two parts',
      dirName: 'task',
      groupStudy: false,
      jsonData: '{"speed":2}',
      componentList: [
        { uuid: 'c1', title: 'First', htmlFilePath: 'one.html', active: true, jsonData: null },
        { uuid: 'c2', title: 'Off', htmlFilePath: 'two.html', active: false },
        { uuid: 'c3', title: 'Last', htmlFilePath: 'two.html', componentInput: { words: ['a'] } },
      ],
      batchList: [{ title: 'Default', jsonData: '{"left":1}' }],
      ...more,
    },
  });
const page =
  '<!doctype html><html><head><script src="jatos.js"></script></head><body>' +
  '<script>jatos.onLoad(() => jatos.startNextComponent({ seen: 1 }))</script></body></html>';
const files = {
  'task.jas': described(),
  'task/one.html': page,
  'task/two.html':
    '<!doctype html><html><head><link rel="stylesheet" href="/study_assets/task/look.css">' +
    '<script src="/assets/javascripts/jatos.js"></script></head></html>',
  'task/look.css': 'body { background: url(/study_assets/task/dot.png) }',
  'task/dot.png': 'dot',
};

async function arrived(given: Record<string, string>) {
  const study = await makeStudy(run, owner);
  const ask = versionRequestsOf(run);
  const version = await ask.uploaded(study, owner, given);
  const report = await run
    .http()
    .get(ask.at(study, `${version._id}/report/`))
    .set(owner.headers)
    .expect(200);
  const { path } = await ask.preview(study, version._id, owner);
  return {
    version,
    report: (report.body as { report: { findings: { code: string; detail: string | null }[] } })
      .report,
    folder: path.replace(/^(\/s\/[^/]+\/).*$/, '$1'),
  };
}

describe('A script called jatos.js', () => {
  // This script imitates the file `js/jatos.js` in OSWeb's exports. The page of an export first
  // loads the script of JATOS from the root of the server, and then this file.
  const glue = 'function onPageLoad() { jatos.onLoad(() => jatos.endStudy(jatos.version === 3)); }';
  const described = (script: string) => ({
    'info.jas': JSON.stringify({
      version: '3',
      data: {
        title: 'OSWeb',
        dirName: 'task',
        componentList: [{ uuid: 'c', title: 'One', htmlFilePath: 'index.html', active: true }],
      },
    }),
    'task/index.html':
      '<!doctype html><html><head><script src="/assets/javascripts/jatos.js"></script>' +
      '<script src="js/jatos.js"></script></head><body onload="onPageLoad()"></body></html>',
    'task/js/jatos.js': script,
  });

  it('is served as the study\u2019s own if it only uses what our replacement of JATOS\u2019 script defines', async () => {
    const { folder, report } = await arrived(described(glue));
    const get = async (path: string) => (await run.http().get(`${folder}${path}`)).text;
    expect(await get('task/index.html')).toContain(`src="${folder}__commonlab/jatos.js"`);
    expect(await get('task/js/jatos.js')).toBe(glue);
    expect(await get('__commonlab/jatos.js')).not.toBe(glue);
    expect(await get('task/jatos.js')).toBe(await get('__commonlab/jatos.js'));
    // The call of `jatos.endStudy` in the script counts as the end of the study.
    expect(report).toMatchObject({ kind: 'jatos', findings: [] });
  });

  it.each(['var jatos = {};', 'const jatos={onLoad(f){f()}}', 'window.jatos = window.jatos || {}'])(
    'is replaced by the product’s own if it defines the jatos object: %s',
    async (script) => {
      const { folder } = await arrived(described(script));
      const { text } = await run.http().get(`${folder}task/js/jatos.js`).expect(200);
      expect(text).not.toBe(script);
    },
  );
});

describe('A study made for JATOS', () => {
  it('is imported as it was exported, begins with its first component, and has no faults', async () => {
    const { version, report } = await arrived(files);
    expect(version).toMatchObject({ kind: 'jatos', entry: 'task/one.html', errors: 0 });
    expect(report.findings).toEqual([]);
  });

  it('can read its JATOS description, which contains no server name', async () => {
    const { folder } = await arrived(files);
    const answer = await run.http().get(`${folder}__commonlab/jatos.json`).expect(200);
    expect(answer.body).toMatchObject({
      study: { title: 'Two parts', uuid: 'a-study', groupStudy: false, input: { speed: 2 } },
      batch: { title: 'Default', input: { left: 1 } },
      components: [
        { title: 'First', path: 'task/one.html', active: true, input: null },
        { title: 'Off', path: 'task/two.html', active: false },
        { title: 'Last', path: 'task/two.html', active: true, input: { words: ['a'] } },
      ],
    });
    await run
      .http()
      .get(`/s/${'x'.repeat(32)}/__commonlab/jatos.json`)
      .expect(404);
  });

  it('gets its files below its own address, also where older versions used the root of the server', async () => {
    const { folder } = await arrived(files);
    const { text } = await run.http().get(`${folder}task/two.html`).expect(200);
    expect(text).toContain(`href="${folder}task/look.css"`);
    expect(text).toContain(`src="${folder}__commonlab/jatos.js"`);
    const style = await run.http().get(`${folder}task/look.css`).expect(200);
    expect(style.text).toBe(`body { background: url(${folder}task/dot.png) }`);
  });

  it('gets its other scripts and styles also as byte ranges and with 304 for cached copies', async () => {
    const { folder } = await arrived({ ...files, 'task/main.js': 'const words = "some words";' });
    const at = `${folder}task/main.js`;
    // Requests the file twice, because the server parses it only for the first answer.
    for (let n = 0; n < 2; n++) {
      const part = await run.http().get(at).set('Range', 'bytes=0-4').expect(206);
      expect(part.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '5' });
      const whole = await run.http().get(at).expect(200);
      expect(whole.text).toBe('const words = "some words";');
      const { etag = '' } = whole.headers as { etag?: string };
      await run.http().get(at).set('If-None-Match', etag).expect(304);
    }
  });

  it('uses the first readable description, for the report and for the pages', async () => {
    const { version, folder } = await arrived({
      ...files,
      'z.jas': described({ title: 'Another', dirName: '' }),
      'a.jas': '{"data":',
    });
    expect(version).toMatchObject({ kind: 'jatos', entry: 'task/one.html' });
    const answer = await run.http().get(`${folder}__commonlab/jatos.json`).expect(200);
    expect(answer.body).toMatchObject({ study: { title: 'Two parts' } });
  });

  it('may lack a description and be a folder of files', async () => {
    const { version, folder } = await arrived({ 'index.html': page });
    expect(version).toMatchObject({ kind: 'jatos', entry: 'index.html', errors: 0 });
    await run.http().get(`${folder}__commonlab/jatos.json`).expect(404);
  });

  it('has a report that lists missing pages, unsupported groups and the use of batch data', async () => {
    const { report } = await arrived({
      ...files,
      'task.jas': described({
        groupStudy: true,
        componentList: [
          { title: 'First', htmlFilePath: 'one.html' },
          { title: 'Lost', htmlFilePath: 'three.html' },
        ],
      }),
      'task/one.html': page.replace('</head>', '<script src="more.js"></script></head>'),
      'task/more.js':
        'jatos.joinGroup({}); jatos.batchSession.set("a", 1); jatos.uploadResultFile("x", "y");',
    });
    expect(report.findings.map(({ code, detail }) => `${code} ${detail ?? ''}`)).toEqual([
      'jatos_no_page Lost',
      'jatos_group ',
      'jatos_group jatos.joinGroup',
      'jatos_batch ',
    ]);
  });

  it('of an older JATOS version has its description at the root of the archive', async () => {
    const { 'task.jas': description, ...others } = files;
    const { version } = await arrived({ ...others, '/task.jas': description });
    expect(version).toMatchObject({ kind: 'jatos', entry: 'task/one.html', errors: 0 });
  });
});
