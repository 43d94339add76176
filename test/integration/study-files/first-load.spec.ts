import type { StudyVersion } from '../../../contracts/study-files/study-files';
import type { RunningApp } from '../../support/app/launch-app';
import { bodyOf } from '../../support/app/body-of';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof versionRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  ask = versionRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const files = {
  'index.html': '<!doctype html><script src="a.js"></script>',
  'a.js': 'x'.repeat(100),
  'face.png': 'p'.repeat(1_000),
  'tone.wav': 'w'.repeat(5_000),
  'notes.docx': 'd'.repeat(50_000),
};
const code = files['index.html'].length + files['a.js'].length;

const firstBytes = async (study: string, { _id }: StudyVersion): Promise<number> => {
  const at = ask.at(study, `${_id}/report/`);
  return (await bodyOf<{ first_bytes: number }>(run.http().get(at).set(owner.headers))).first_bytes;
};

describe('The bytes that a participant loads first', () => {
  it('are pages, scripts, pictures and sounds of an uploaded study, without other files', async () => {
    const study = await makeStudy(run, owner);
    const version = await ask.uploaded(study, owner, files);
    expect(await firstBytes(study, version)).toBe(code + 6_000);
  });

  it.each([
    ['none', code],
    [['face.png'], code + 1_000],
  ] as const)('depend on what the study loads beforehand: %j', async (named, bytes) => {
    const study = await makeStudy(run, owner);
    const version = await ask.uploaded(study, owner, files);
    await run
      .http()
      .put(`/api/studies/${study}/`)
      .set(owner.headers)
      .send({
        runtime: ask.hosted(version, { beforehand: { files: named, begins_without: false } }),
      })
      .expect(200);
    expect(await firstBytes(study, version)).toBe(bytes);
  });
});
