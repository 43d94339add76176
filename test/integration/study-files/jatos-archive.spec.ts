import { strToU8, unzipSync } from 'fflate';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { unique } from '../../support/chance/unique';
import { makeStudy } from '../studies/fixtures';
import { experimentFiles, versionRequestsOf } from './own-files';

let run: RunningApp;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const page = (title: string) =>
  `<!doctype html><html><head><title>${title}</title><script src="jatos.js"></script></head>
<body onload="jatos.onLoad(() => jatos.startNextComponent({ seen: 1 }))"></body></html>`;
const description = {
  version: '3',
  data: {
    ...{ uuid: 'a-study', title: 'Two parts', description: 'Words', dirName: 'task' },
    ...{ groupStudy: false, linearStudy: true, endRedirectUrl: 'https://lab.example/end' },
    studyInput: { speed: 2 },
    componentList: [
      { uuid: 'c1', title: 'First', htmlFilePath: 'one.html', active: true, reloadable: true },
      { uuid: 'c2', title: 'Last', htmlFilePath: 'two.html', componentInput: { words: ['ä'] } },
    ],
    batchList: [{ uuid: 'b1', title: 'Default', active: true, batchInput: { left: 1 } }],
  },
};
const files = {
  'task.jas': JSON.stringify(description),
  'task/one.html': page('one'),
  'task/two.html': page('two'),
  'task/img/ä 1.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const linked = (study: string, version: string) =>
  run
    .http()
    .post(versionRequestsOf(run).at(study, `${version}/archive/`))
    .query({ format: 'jzip' })
    .set(owner.headers);

async function downloaded(study: string, version: string) {
  const { body } = (await linked(study, version).expect(201)) as { body: { url: string } };
  const { pathname, search } = new URL(body.url);
  const answer = await run
    .http()
    .get(`${pathname}${search}`)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
    })
    .expect(200);
  return { archive: answer.body as Buffer, headers: answer.headers as Record<string, string> };
}

async function readBack(study: string, version: string) {
  const { path } = await versionRequestsOf(run).preview(study, version, owner);
  const folder = path.replace(/^(\/s\/[^/]+\/).*$/, '$1');
  return (await run.http().get(`${folder}__commonlab/jatos.json`).expect(200)).body as object;
}

describe('An archive for JATOS', () => {
  it('can be imported with the same components, inputs and files', async () => {
    const study = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const first = await ask.uploaded(study, owner, files);
    const { archive, headers } = await downloaded(study, first._id);
    expect(headers['content-disposition']).toMatch(/\.jzip"/);
    const { 'task.jas': made, ...others } = unzipSync(archive);
    expect(JSON.parse(Buffer.from(made ?? []).toString())).toEqual(description);
    const { 'task.jas': _came, ...given } = files;
    expect(others).toEqual(
      Object.fromEntries(Object.entries(given).map(([path, text]) => [path, strToU8(text)])),
    );
    const other = await makeStudy(run, owner);
    const { body } = (await ask.upload(other, owner, archive).expect(201)) as { body: unknown };
    const again = body as { _id: string };
    expect(body).toMatchObject({ kind: 'jatos', entry: 'task/one.html', errors: 0 });
    expect(await readBack(other, again._id)).toEqual(await readBack(study, first._id));
  });

  it('of pages that call JATOS without a description has one component, and can be imported', async () => {
    const study = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const version = await ask.uploaded(study, owner, { 'index.html': page('alone') });
    const { archive } = await downloaded(study, version._id);
    expect(Object.keys(unzipSync(archive))).toEqual(['study.jas', 'study/index.html']);
    const { body } = (await ask
      .upload(await makeStudy(run, owner), owner, archive)
      .expect(201)) as { body: unknown };
    expect(body).toMatchObject({ kind: 'jatos', entry: 'study/index.html', errors: 0 });
  });

  it('of a study not made for JATOS has its scripts and its jsPsych version, and can be imported', async () => {
    const study = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const script = '<script src="https://unpkg.com/jspsych@8.3.0"></script>';
    const version = await ask.uploaded(study, owner, {
      ...experimentFiles(),
      'index.html': `<!doctype html><html><head>${script}</head></html>`,
    });
    const { archive } = await downloaded(study, version._id);
    const { 'study.jas': made, ...others } = unzipSync(archive);
    const { data } = JSON.parse(Buffer.from(made ?? []).toString()) as {
      data: { dirName: string; componentList: object[] };
    };
    expect(data).toMatchObject({
      dirName: 'study',
      componentList: [{ htmlFilePath: 'index.html', reloadable: true, active: true }],
    });
    const own = 'study/commonlab';
    const jspsych = `${own}/libraries/jspsych@8.3.0`;
    expect(Object.keys(others).sort()).toEqual(
      [
        ...['data/long.bin', 'img/ä 1.svg', 'index.html', 'js/main.js'].map((at) => `study/${at}`),
        ...[`${own}/LICENSE.txt`, `${own}/README.md`, `${own}/jatos-adapter.js`],
        ...[`${jspsych}/LICENSE.txt`, `${jspsych}/dist/index.browser.min.js`],
      ].sort(),
    );
    const text = (path: string) => Buffer.from(others[path] ?? []).toString();
    expect(text('study/index.html')).toBe(
      '<!doctype html><html><head><script src="jatos.js"></script>' +
        '<script src="./commonlab/jatos-adapter.js" data-page="index.html"></script>' +
        '<script src="./commonlab/libraries/jspsych@8.3.0/dist/index.browser.min.js"></script></head></html>',
    );
    expect(text(`${own}/README.md`)).toContain('Conditions: the study had none');
    expect(text('study/js/main.js')).toBe(experimentFiles()['js/main.js']);
    // Each download of a version gives the same archive.
    expect((await downloaded(study, version._id)).archive.equals(archive)).toBe(true);
    const { body } = (await ask
      .upload(await makeStudy(run, owner), owner, archive)
      .expect(201)) as { body: unknown };
    expect(body).toMatchObject({ kind: 'jatos', entry: 'study/index.html', errors: 0 });
  });

  it('has the conditions and the start page of the study, and no name of a person', async () => {
    const study = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const files = { ...experimentFiles(), 'other.html': '<p>Other</p>' };
    const version = await ask.uploaded(study, owner, files);
    const cells = ['long', 'short'].map((name) => ({
      name,
      share: 1,
      values: { ms: name.length },
    }));
    const conditions = { draw: 'least_filled', repeats: 1, blinded: true, cells };
    const runtime = ask.hosted(version, { entry: 'other.html', conditions });
    const before = await run.http().get(`/api/studies/${study}/`).set(owner.headers);
    const { version: number } = before.body as { version: number };
    await run
      .http()
      .put(`/api/studies/${study}/`)
      .set(owner.headers)
      .send({ version: number, runtime })
      .expect(200);
    const { archive } = await downloaded(study, version._id);
    const entries = unzipSync(archive);
    const text = (path: string) => Buffer.from(entries[path] ?? []).toString();
    expect(text('study.jas')).toContain('"htmlFilePath":"other.html"');
    expect(text('study/other.html')).toMatch(/^<script src="jatos.js"><\/script>/);
    expect(text('study/index.html')).not.toContain('jatos');
    const script = text('study/commonlab/jatos-adapter.js');
    const said = /^window\.commonlabArchive = (.*);\n/.exec(script)?.[1] ?? '';
    expect(JSON.parse(said)).toMatchObject({ conditions: { blinded: true, cells } });
    const everything = Object.values(entries).map((one) => Buffer.from(one).toString());
    for (const known of [owner._id, owner.email, study])
      expect(everything.filter((one) => one.includes(known))).toEqual([]);
  });

  it('is refused for PsychoJS and for a version without a page, whose ZIP is available', async () => {
    const ask = versionRequestsOf(run);
    const psychojs = {
      'index.html': '<!doctype html><script type="module" src="task.js"></script>',
      'task.js': "import { core } from './lib/psychojs-2024.2.4.js'; core;",
      'lib/psychojs-2024.2.4.js': 'export const core = 1;',
    };
    for (const [files, code] of [
      [psychojs, 'psychojs_not_for_jatos'],
      [{ 'words.txt': unique() }, 'no_jatos_archive'],
    ] as const) {
      const study = await makeStudy(run, owner);
      const { _id } = await ask.uploaded(study, owner, files);
      const { body: refused } = (await linked(study, _id).expect(409)) as { body: unknown };
      expect(refused).toMatchObject({ code });
      await run
        .http()
        .post(ask.at(study, `${_id}/archive/`))
        .set(owner.headers)
        .expect(201);
    }
  });

  it('is refused with the file’s name if a description is too deep, too wide or too large', async () => {
    const study = await makeStudy(run, owner);
    const deep = `${'['.repeat(2_000)}1${']'.repeat(2_000)}`;
    const wide = `[${'[],'.repeat(700_000)}0]`;
    const { data } = description;
    const withinAll = JSON.stringify({ ...description, data: { ...data, x: null } });
    for (const [name, text] of [
      ['deep', withinAll.replace('"x":null', `"x":${deep}`)],
      ['wide', withinAll.replace('"x":null', `"x":${wide}`)],
      ['large', withinAll.replace('"x":null', `"x":"${'a'.repeat(4_000_000)}"`)],
    ] as const) {
      const path = `${name}.jas`;
      const { 'task.jas': _, ...pages } = files;
      const version = await versionRequestsOf(run).uploaded(study, owner, {
        ...pages,
        [path]: text,
      });
      const refused = await linked(study, version._id).set('Accept-Language', 'en');
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({
          code: 'jatos_description_refused',
          description: expect.stringContaining(path) as string,
        }),
      ]);
      const entry = { entry: 'task/one.html' };
      const preview = await versionRequestsOf(run).preview(study, version._id, owner, entry);
      const folder = preview.path.replace(/^(\/s\/[^/]+\/).*$/, '$1');
      await run.http().get(`${folder}__commonlab/jatos.json`).expect(404);
      // The researcher can still request the archive of the version's files.
      await run
        .http()
        .post(versionRequestsOf(run).at(study, `${version._id}/archive/`))
        .set(owner.headers)
        .expect(201);
    }
  }, 60_000);
});
