import type { StudyVersion } from '../../../contracts/study-files/study-files';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import { makeStudy } from '../studies/fixtures';
import { timelineRequestsOf, timelineWith, versionRequestsOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof timelineRequestsOf>;
let versions: ReturnType<typeof versionRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  ask = timelineRequestsOf(run);
  versions = versionRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const listed = async (study: string) =>
  (
    await bodyOf<{ items: StudyVersion[] }>(
      run.http().get(versions.at(study)).set(owner.headers).expect(200),
    )
  ).items;

describe('The preview of a draft', () => {
  const preview = async (study: string, who = owner) => {
    const { url } = await bodyOf<{ url: string }>(
      run.http().post(ask.at(study, 'preview/')).set(who.headers).expect(201),
    );
    return new URL(url).pathname;
  };

  it('has all plugins and the present files of the draft, and is not listed as a version', async () => {
    const study = await makeStudy(run, owner);
    const empty = await preview(study);
    await ask.addFile(study, owner, 'a.wav').expect(201);
    const path = await preview(study);
    const page = await run.http().get(path).expect(200);
    expect(page.text).toContain('"timeline":null');
    for (const file of ['plugins/plugin-survey-text.js', 'files/a.wav', 'player.js'])
      await run.http().get(path.replace('index.html', file)).expect(200);
    // Another editor's preview, which began before the file was added, still works.
    await run.http().get(empty).expect(200);
    await run.http().get(empty.replace('index.html', 'files/a.wav')).expect(404);
    expect(await listed(study)).toEqual([]);
    const made = await ask.publish(study, owner, timelineWith()).expect(201);
    expect(made.body).toMatchObject({ number: 1 });
  });

  it('is created once while the files stay the same, also for ten concurrent requests', async () => {
    const study = await makeStudy(run, owner);
    await Promise.all(Array.from({ length: 10 }, () => preview(study)));
    const rows = await run.source.query<unknown[]>(
      'SELECT FROM research.study_version WHERE study_id = $1',
      [study],
    );
    expect(rows).toHaveLength(1);
  });
});
