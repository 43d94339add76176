import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import type { RunningApp } from '../../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { sharedApp } from '../../../support/app/shared-app';
import { makeStudy } from '../../studies/fixtures';
import { timelineRequestsOf, versionRequestsOf } from '../../study-files/own-files';
import { bundleRequestsOf, bundleIndexIn } from './bundling';

let run: RunningApp;
let owner: TestPerson;
let colleague: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  owner = await makeResearcher(run.source);
  colleague = await makeResearcher(run.source);
});
afterAll(() => run.close());

it('a study made with the builder can be edited further after its bundle is imported', async () => {
  const timelines = timelineRequestsOf(run);
  const bundling = bundleRequestsOf(run);
  const study = await makeStudy(run, owner);
  // The template with sounds has files beside its timeline.
  await timelines.template(study, owner, 'audio_discrimination').expect((answer) => {
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  });
  const draft = await timelines.read(study, owner);
  expect(draft.files.length).toBeGreaterThan(0);
  const version = (await timelines.publish(study, owner, draft.timeline ?? {}).expect(201))
    .body as StudyVersion;
  await run
    .http()
    .put(`/api/studies/${study}/`)
    .set(owner.headers)
    .send({ runtime: { ...versionRequestsOf(run).hosted(version), kind: 'builder' } })
    .expect(200);
  const bundle = await bundling.bundled(study, owner);
  const { study_id } = await bundling.imported(colleague, bundle);
  const there = await timelines.read(study_id, colleague);
  expect(there.timeline).toEqual(draft.timeline);
  const namesOf = ({ files }: typeof draft) => files.map(({ path, sha256 }) => ({ path, sha256 }));
  expect(namesOf(there)).toEqual(namesOf(draft));
  // The imported draft equals what participants ran: a version published from it would have the
  // same bytes.
  expect(there.published_version).not.toBeNull();
  const again = await bundling.bundled(study_id, colleague);
  expect(bundleIndexIn(again).study_sha256).toBe(bundleIndexIn(bundle).study_sha256);
});
