/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { RateLimit } from '../../../server/platform/security/rate-limit';
import { studyFilesRateLimits } from '../../../server/study-files/study-files.rate-limits';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { bodyOf } from '../../support/app/body-of';
import { makeStudy } from '../studies/fixtures';
import { oneTrialTimeline, timelineRequestsOf, versionRequestsOf } from './own-files';
import type { StudyVersion } from '../../../contracts/study-files/study-files';

let run: SeparateApp;
let owner: TestPerson;
beforeAll(async () => {
  run = await startApp({ environment: { RATE_LIMITS: 'on' } });
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

it('requests for the timeline of a version are limited for each account, since each is read and validated', async () => {
  const study = await makeStudy(run, owner);
  const published = timelineRequestsOf(run).publish(study, owner, oneTrialTimeline).expect(201);
  const { _id } = await bodyOf<StudyVersion>(published);
  const at = versionRequestsOf(run).at(study, `${_id}/timeline/`);
  const read = () => run.http().get(at).set(owner.headers);
  await read().expect(200);
  const { versionTimeline } = studyFilesRateLimits;
  const limit = run.app.get(RateLimit, { strict: false });
  for (let n = 1; n < versionTimeline.free; n++) await limit.consume(versionTimeline, owner._id);
  const refused = await read().expect(429);
  expect(refused.body).toMatchObject({ code: 'too_many_requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
