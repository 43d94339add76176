import { servingKeyIn } from '../../../server/study-files/serving/serving-headers.rule';
import { ServedFileRead } from '../../../server/study-files/serving/served-file.read';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { unique } from '../../support/chance/unique';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: RunningApp;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const library = 'lib/psychojs-2024.2.4.js';
/** Makes files like those that PsychoPy exports. */
const exported = (): Record<string, string> => ({
  'index.html': `<!doctype html><html><head><title>${unique()}</title></head><body>
<script src="./study.js" type="module"></script>
<script src="./lib/psychojs-2024.2.4.iife.js" nomodule></script></body></html>`,
  'study.js': `import { core } from './${library}'; new core.PsychoJS({ debug: true });`,
  [library]: 'export const core = {};',
});
const of = (path: string) => run.app.get(ServedFileRead).of(servingKeyIn(path) ?? '', 'index.html');

describe('A version made with PsychoJS', () => {
  it('is reported and served as PsychoJS, and its files are unchanged', async () => {
    const study = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const files = exported();
    const version = await ask.uploaded(study, owner, files);
    expect(version).toMatchObject({ kind: 'psychojs', errors: 0, warnings: 0 });
    const read = run
      .http()
      .get(ask.at(study, `${version._id}/report/`))
      .set(owner.headers);
    expect((await read.expect(200)).body).toMatchObject({
      report: {
        libraries: [{ name: 'PsychoJS', version: '2024.2.4' }],
        findings: [{ code: 'psychojs_here', severity: 'note', detail: '2024.2.4' }],
      },
    });
    const { path } = await ask.preview(study, version._id, owner);
    expect(await of(path)).toMatchObject({ psychojs: true, jatos: false });
    const served = run.http().get(path.replace('index.html', library)).buffer();
    expect((await served.expect(200)).text).toBe(files[library]);
  });

  it('is served as PsychoJS before its report exists, which takes long for such a large library', async () => {
    const study = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const version = await ask.uploaded(study, owner, {
      ...exported(),
      [library]: `export const core = '${'x'.repeat(1_100_000)}';`,
    });
    expect(version.kind).toBeNull();
    const { path } = await ask.preview(study, version._id, owner, { entry: 'index.html' });
    expect(await of(path)).toMatchObject({ psychojs: true });
  });

  it('may request its files with custom headers, as PreloadJS does', async () => {
    const study = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const version = await ask.uploaded(study, owner, exported());
    const { path } = await ask.preview(study, version._id, owner);
    const { headers } = await run
      .http()
      .options(path.replace('index.html', 'study.js'))
      .set('Origin', 'null')
      .set('Access-Control-Request-Method', 'GET')
      .set('Access-Control-Request-Headers', 'x-requested-with');
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('differs from other versions, which are not served as PsychoJS', async () => {
    const study = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const version = await ask.uploaded(study, owner);
    const { path } = await ask.preview(study, version._id, owner);
    expect(await of(path)).toMatchObject({ psychojs: false });
  });
});
