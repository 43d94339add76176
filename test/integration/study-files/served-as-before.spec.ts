import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { zipFiles } from '../../support/files/zip';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: RunningApp;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

/** Uploads a version. @returns its address with a final slash, and the codes of its report */
async function served(files: Record<string, string | Buffer>, entry = 'index.html') {
  const ask = versionRequestsOf(run);
  const study = await makeStudy(run, owner);
  const answer = await ask.upload(study, owner, zipFiles(files)).expect(201);
  const version = answer.body as { _id: string };
  const { path } = await ask.preview(study, version._id, owner, { entry });
  const report = await run
    .http()
    .get(ask.at(study, `${version._id}/report/`))
    .set(owner.headers)
    .expect(200);
  const { findings } = (report.body as { report: { findings: { code: string; file: string }[] } })
    .report;
  return {
    base: path.slice(0, -entry.length),
    codes: findings.map(({ code, file }) => `${code} ${file}`),
  };
}
const typeOf = async (path: string) =>
  (await run.http().get(path).buffer().expect(200)).headers['content-type'];

it('text files are served with the charset of their bytes, completely and in parts', async () => {
  const { base, codes } = await served({
    'index.html': '<p>Größe</p>',
    'old.html': Buffer.from('<meta charset="iso-8859-1"><p>Größe</p>', 'latin1'),
    'unsaid.js': Buffer.from('word = "Größe"', 'latin1'),
    'list.csv': Buffer.from('Größe', 'latin1'),
    'data/words.csv': 'Größe;你好',
    'words.txt': '你好',
    'picture.png': 'x',
  });
  expect(await typeOf(`${base}index.html`)).toBe('text/html; charset=utf-8');
  // The server adds text to the head, so the page's own charset declaration may come too late for
  // browsers. The header therefore repeats the charset.
  expect(await typeOf(`${base}old.html`)).toBe('text/html; charset=iso-8859-1');
  expect(await typeOf(`${base}unsaid.js`)).toBe('text/javascript');
  expect(await typeOf(`${base}list.csv`)).toBe('text/csv');
  expect(await typeOf(`${base}data/words.csv`)).toBe('text/csv; charset=utf-8');
  expect(await typeOf(`${base}words.txt`)).toBe('text/plain; charset=utf-8');
  expect(await typeOf(`${base}picture.png`)).toBe('image/png');
  const part = await run.http().get(`${base}words.txt`).set('Range', 'bytes=0-2').expect(206);
  expect(part.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(codes.filter((one) => one.startsWith('unknown_encoding'))).toEqual([
    'unknown_encoding list.csv',
    'unknown_encoding unsaid.js',
  ]);
});

it('addresses from the root are rewritten to addresses of the version, in pages, styles and modules', async () => {
  const { base, codes } = await served({
    'index.html': '<script type="module" src="/assets/app.js"></script><img src="/gone.png">',
    'assets/app.js': 'import "/assets/part.js"; commonlab.finish();',
    'assets/part.js': '',
    'assets/app.css': 'a{background:url(/img/a.png)}',
    'img/a.png': 'x',
  });
  const text = async (path: string) => {
    const answer = await run
      .http()
      .get(base + path)
      .buffer()
      .expect(200);
    return answer.text;
  };
  expect(await text('index.html')).toContain(
    'src="./assets/app.js"></script><img src="/gone.png">',
  );
  expect(await text('index.html')).toContain('data-names=":assets,img,index.html"');
  expect(await text('assets/app.js')).toBe('import "./part.js"; commonlab.finish();');
  expect(await text('assets/app.css')).toBe('a{background:url(../img/a.png)}');
  expect(codes).toContain('root_path index.html');
  expect(codes).toContain('absolute_path index.html');
});

it('the pages of a preview may be framed by their study only if the study has frames', async () => {
  const policyOf = async (files: Record<string, string>) => {
    const { base } = await served(files);
    const { headers } = await run.http().get(`${base}index.html`).expect(200);
    return headers['content-security-policy'] ?? '';
  };
  const plain = await policyOf({ 'index.html': '<p>one</p>' });
  expect(plain).toContain(`frame-ancestors ${run.config.publicWebUrl};`);
  expect(plain).toContain("frame-src 'none'");
  const framed = await policyOf({ 'index.html': '<iframe src="b.html"></iframe>', 'b.html': '' });
  expect(framed).not.toContain('frame-ancestors');
  expect(framed).toContain('sandbox allow-scripts');
  expect(framed).not.toContain('allow-same-origin');
});
