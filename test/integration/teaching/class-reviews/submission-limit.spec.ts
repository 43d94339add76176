import { hours } from '../../../../server/platform/concurrency/clock';
import { teachingRateLimits } from '../../../../server/teaching/teaching.rate-limits';
import { startApp, type RunningApp } from '../../../support/app/app';
import { classReviewRequestsOf } from '../rigs/reviews-rig';

let run: RunningApp;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  run = await startApp({ environment: { RATE_LIMITS: 'on' } });
  class_ = classReviewRequestsOf(run);
});
afterAll(() => run.close());

it('A student who submits studies again and again is refused for an hour, because each submission mails the instructors', async () => {
  const { id, builder, mate } = await class_.reviewedClass();
  const study = await class_.built(builder, id);
  await class_.addToGroup(study, mate);
  const { free } = teachingRateLimits.reviewAsked;
  for (let n = 0; n < free; n++) {
    await class_.change(builder, study, { title: `Version ${n}` });
    await class_.submit(builder, study);
  }
  await class_.change(builder, study, { title: 'One more' });
  const again = () => class_.told(builder, 'post', class_.at(study), {});
  expect(await again()).toBe('too_many_requests');
  expect((await class_.read(builder, study)).submitted?.content.title).toBe(`Version ${free - 1}`);
  run.clock.advance(hours(1) + 1);
  expect(await again()).toBe(201);
});
