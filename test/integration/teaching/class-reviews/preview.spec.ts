import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { experimentFiles } from '../../study-files/own-files';
import { classReviewRequestsOf } from '../rigs/reviews-rig';

let run: RunningApp;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  class_ = classReviewRequestsOf(run);
});
afterAll(() => run.close());

const at = (study: string) => `${class_.at(study)}preview/`;
/** Reads the page at the address of the preview, and the policy with the allowed hosts. */
async function previewed(who: TestPerson, study: string) {
  const { url } = await class_.must<{ url: string }>(who, 'post', at(study));
  const answer = await run.http().get(new URL(url).pathname).expect(200);
  return { page: answer.text, policy: String(answer.headers['content-security-policy']) };
}

describe('A preview for the review of a study of a class', () => {
  it('runs what was submitted last, with its hosts, whatever has changed since', async () => {
    const { id, builder, instructor, assistant } = await class_.reviewedClass();
    const study = await class_.classStudy(builder, id);
    const hosts = ['https://submitted.example.org'];
    await class_.publish(builder, study, experimentFiles('First words'), { hosts });
    await class_.submit(builder, study);
    const later = ['https://later.example.org'];
    await class_.publish(builder, study, experimentFiles('Later words'), { hosts: later });
    for (const who of [instructor, assistant, builder]) {
      const { page, policy } = await previewed(who, study);
      expect(page).toContain('First words');
      expect(policy).toContain('https://submitted.example.org');
      expect(policy).not.toContain('https://later.example.org');
    }
    await class_.submit(builder, study);
    expect((await previewed(instructor, study)).page).toContain('Later words');
  });

  it('runs the study as it is before the first submission', async () => {
    const { id, builder, instructor } = await class_.reviewedClass();
    const study = await class_.classStudy(builder, id);
    await class_.publish(builder, study, experimentFiles('A draft'));
    expect((await previewed(instructor, study)).page).toContain('A draft');
  });

  it('needs a version that was not deleted', async () => {
    const { id, builder, instructor } = await class_.reviewedClass();
    const empty = await class_.classStudy(builder, id);
    expect(await class_.told(instructor, 'post', at(empty))).toBe('runtime_missing');
    const study = await class_.classStudy(builder, id);
    const { _id } = await class_.publish(builder, study);
    await class_.submit(builder, study);
    await class_.publish(builder, study);
    expect(await class_.told(builder, 'delete', class_.versions.at(study, `${_id}/`))).toBe(204);
    expect(await class_.told(instructor, 'post', at(study))).toBe('runtime_missing');
    expect((await class_.read(instructor, study)).submitted?.content.files).toHaveLength(4);
  });

  it('is available to students who build the study, and to the staff of its classroom', async () => {
    const { id, builder, student } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    for (const who of [student, await makeResearcher(run.source)])
      expect(await class_.told(who, 'post', at(study))).toBe('not_found');
  });
});
