import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: RunningApp;
let owner: TestPerson;
let folder: string;
let version: string;
let study: string;
const plugin = '@jspsych/plugin-html-keyboard-response';
const page = (head: string) => `<!doctype html><html><head>${head}</head><body></body></html>`;
/** Elements that load the version's own files, so that the page refers to each of them. */
const own =
  '<link rel="stylesheet" href="look.css"><script type="module" src="main.js"></script>' +
  '<script src="own.js"></script>';
const files = {
  'index.html': page(
    '<script src="https://unpkg.com/jspsych@7.1.2" integrity="sha384-abc"></script>' +
      `<script src="https://unpkg.com/${plugin}"></script>` +
      '<script src="https://unpkg.com/jspsych@5.0.3/jspsych.js"></script>' +
      own,
  ),
  'main.js': `import p from "https://esm.sh/${plugin}";`,
  'look.css': '@import "https://unpkg.com/jspsych@7/css/jspsych.css";',
  'own.js': 'const own = "words";',
};
beforeAll(async () => {
  run = await sharedApp();
  owner = await makeResearcher(run.source);
  study = await makeStudy(run, owner);
  const ask = versionRequestsOf(run);
  version = (await ask.uploaded(study, owner, files))._id;
  folder = (await ask.preview(study, version, owner)).path.replace('index.html', '');
});
afterAll(() => run.close());

const get = (path: string) => run.http().get(path).buffer();
const copies = () => `${run.config.publicApiUrl}${folder}__commonlab/libraries/`;

describe('A study that loads jsPsych from a CDN', () => {
  it('gets local copies below its own address; nothing else of its page is changed', async () => {
    const { text, headers } = await get(`${folder}index.html`).expect(200);
    const ours = /<script src="[^"]*\/__commonlab\/frame\.js"[^>]*><\/script>/;
    expect(text.replace(ours, '')).toBe(
      page(
        `<script src="${copies()}jspsych@7.3.4/dist/index.browser.min.js"></script>` +
          `<script src="${copies()}${plugin}@1.1.3/dist/index.browser.min.js"></script>` +
          '<script src="https://unpkg.com/jspsych@5.0.3/jspsych.js"></script>' +
          // The frame has an opaque origin, so it requests even the study's own scripts
          // cross-origin.
          own.replaceAll('<script ', '<script crossorigin '),
      ),
    );
    expect(headers['content-security-policy']).not.toContain('unpkg');
    await get(`${folder}index.html`)
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
  });

  it('gets local copies also in styles and modules', async () => {
    const style = await get(`${folder}look.css`).expect(200);
    expect(style.text).toBe(`@import "${copies()}jspsych@7.3.4/css/jspsych.css";`);
    // Requests the script twice, because the second answer uses what the server found for the first
    // one.
    for (let n = 0; n < 2; n++) {
      const script = await get(`${folder}main.js`).expect(200);
      expect(script.text).toBe(`import p from "${copies()}${plugin}@1.1.3/dist/index.js";`);
      expect(script.headers['cache-control']).toBe('private, no-cache');
      await get(`${folder}main.js`)
        .set('If-None-Match', script.headers.etag ?? '')
        .expect(304);
    }
    const own = await get(`${folder}own.js`).expect(200);
    expect(own.headers['cache-control']).toContain('immutable');
  });

  it('has a report that names the copies by file and line, and declares no host for them', async () => {
    const answer = await run
      .http()
      .get(versionRequestsOf(run).at(study, `${version}/report/`))
      .set(owner.headers)
      .expect(200);
    const { report } = answer.body as {
      report: {
        kind: string;
        hosts: string[];
        findings: { code: string; file: string; line: number; detail: string }[];
      };
    };
    expect(report).toMatchObject({ kind: 'jspsych_7', hosts: ['https://unpkg.com'] });
    expect(
      report.findings
        .filter(({ code }) => code !== 'no_end' && code !== 'no_rows')
        .map(({ code, file, line, detail }) => `${code} ${file}:${line} ${detail}`),
    ).toEqual([
      'library_differs index.html:1 jspsych@7.1.2 → 7.3.4',
      'known_library index.html:1 jspsych@5.0.3',
      `library_here index.html:1 ${plugin} → 1.1.3`,
      'library_here look.css:1 jspsych@7 → 7.3.4',
      `library_here main.js:1 ${plugin} → 1.1.3`,
    ]);
  });

  it('keeps the uploaded bytes unchanged', async () => {
    const rows: { path: string; sha256: string }[] = await run.source.query(
      'SELECT path, sha256 FROM research.study_version_file WHERE version_id = $1',
      [version],
    );
    for (const { path, sha256 } of rows)
      expect(sha256).toBe(
        createHash('sha256')
          .update(files[path as keyof typeof files])
          .digest('hex'),
      );
  });
});

describe('A local copy of a library', () => {
  const at = (path: string) => `${folder}__commonlab/libraries/${path}`;

  it.each([
    [
      'jspsych@7.3.4/dist/index.browser.min.js',
      'node_modules/jspsych-7',
      'text/javascript; charset=utf-8',
    ],
    ['jspsych@8.3.0/css/jspsych.css', 'node_modules/jspsych', 'text/css; charset=utf-8'],
    [
      'jspsych@6.3.1/plugins/jspsych-survey-text.js',
      'node_modules/jspsych-6',
      'text/javascript; charset=utf-8',
    ],
    [
      `${plugin}@1.1.3/dist/index.browser.min.js`,
      'node_modules/jspsych-7-plugin-html-keyboard-response',
      'text/javascript; charset=utf-8',
    ],
  ])(
    'is the file of the package, with the headers of all study files: %s',
    async (path, from, type) => {
      const { headers, text } = await get(at(path)).expect(200);
      const file = path.slice(path.indexOf('/', path.startsWith('@') ? path.indexOf('/') + 1 : 0));
      expect(text).toBe(readFileSync(`${from}${file}`, 'utf8'));
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': 'private, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['content-security-policy']).toMatch(/^sandbox /);
      const part = await get(at(path)).set('Range', 'bytes=0-3').expect(206);
      expect(part.headers['content-length']).toBe('4');
      await get(at(path))
        .set('If-None-Match', headers.etag ?? '')
        .expect(304);
    },
  );

  it('imports no bare module names, and its styles load no fonts from other hosts', async () => {
    const { text } = await get(at(`${plugin}@2.2.0/dist/index.js`)).expect(200);
    expect(text).toContain('from "../../../jspsych@8.3.0/dist/index.js"');
    expect(text).not.toMatch(/from ["'][^."']/);
    for (const path of [
      'jspsych@6.3.1/css/jspsych.css',
      '@jspsych/plugin-survey@1.0.1/css/survey.css',
    ])
      expect((await get(at(path)).expect(200)).text).not.toMatch(/url\(["']?https?:/);
  });

  it('is stored together with a licence notice', async () => {
    const { text, headers } = await get(at('jspsych@7.3.4/LICENSE.txt')).expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain('jspsych 7.3.4\nLicence: MIT');
    expect(text).toContain('seedrandom 3.0.5');
  });

  it.each([
    'manifest.json',
    'jspsych@7.3.4/package.json',
    'jspsych@7.3.4/../../manifest.json',
    'jspsych@7.3.4/dist/..%2f..%2fmanifest.json',
    '',
  ])('must be on the list of copies: %s gets 404', async (path) => {
    await get(at(path)).expect(404);
  });

  it('is served only below the address of a study', async () => {
    await get(`/s/${'x'.repeat(32)}/__commonlab/libraries/jspsych@7.3.4/dist/index.js`).expect(404);
  });
});
