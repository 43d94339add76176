/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { makeStudy } from '../studies/fixtures';
import { timelineRequestsOf, versionRequestsOf } from './own-files';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const statusOf = async (path: string) => (await run.http().get(path)).status;
const begun = async () => {
  const owner = await makeResearcher(run.source);
  const study = await makeStudy(run, owner);
  const version = await versionRequestsOf(run).uploaded(study, owner);
  const other = await makeResearcher(run.source);
  await collaboratorRequestsOf(run).join(owner, study, other, 'viewer');
  return { owner, study, version, other };
};
const leave = (study: string, by: TestPerson, who: TestPerson) =>
  run.http().delete(`/api/studies/${study}/collaborators/${who._id}/`).set(by.headers).expect(204);

describe('The address of a preview', () => {
  it('is invalid once its reader has lost the role, for versions and for the draft', async () => {
    const { owner, study, version, other } = await begun();
    const versions = versionRequestsOf(run);
    const { path } = await versions.preview(study, version._id, other);
    const draft = await run
      .http()
      .post(timelineRequestsOf(run).at(study, 'preview/'))
      .set(owner.headers)
      .expect(201);
    const ofDraft = new URL((draft.body as { url: string }).url).pathname;
    const unrelated = await begun();
    const elsewhere = await versions.preview(
      unrelated.study,
      unrelated.version._id,
      unrelated.other,
    );
    for (const one of [path, ofDraft, elsewhere.path]) expect(await statusOf(one)).toBe(200);
    await leave(study, owner, other);
    expect([await statusOf(path), await statusOf(ofDraft)]).toEqual([404, 404]);
    expect(await statusOf(elsewhere.path)).toBe(200);
    // A researcher who still works on the study can get a new address.
    expect(await statusOf((await versions.preview(study, version._id, owner)).path)).toBe(200);
  });

  it('stays valid when the role changes, and is invalid once its reader leaves the study', async () => {
    const { owner, study, version, other } = await begun();
    const { path } = await versionRequestsOf(run).preview(study, version._id, other);
    await run
      .http()
      .put(`/api/studies/${study}/collaborators/${other._id}/`)
      .set(owner.headers)
      .send({ role: 'editor' })
      .expect(200);
    expect(await statusOf(path)).toBe(200);
    await leave(study, other, other);
    expect(await statusOf(path)).toBe(404);
  });
});
