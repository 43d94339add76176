import type { ResearcherReview } from '../../../contracts/researchers/researchers';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { requestReview } from '../../../server/researchers/reviews/request-review';
import type { EventData, EventName } from '../../../contracts/base/events';
import { startApp, TestClock } from '../../support/app/app';
import { makeAdministrator, makeResearcher, type PersonOptions } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { openTestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import { bodyOf } from '../../support/app/body-of';

/** The signals of a researcher about whom nothing is known. */
export const noReviewSignals = {
  domain_matches: null,
  domain_unproven: false,
  organization_listed: null,
  orcid: null,
  single_sign_on: false,
  earlier_approved: 0,
  earlier_rejected: 0,
};

/**
 * Makes researchers who request a review, and an administrator who has the page of reviews open.
 */
export async function openReviewRig() {
  // This file has its own application, because its workers handle every event of their database.
  const running = await startApp({ clock: new TestClock() });
  const workers = await startTestWorkers(running);
  const administrator = await makeAdministrator(running.source);
  const screen = await openTestSocket(running.url, administrator.token);
  expect((await screen.watch('reviews')).ok).toBe(true);

  const request = (id: string) => running.app.get(UnitOfWork).run((tx) => requestReview(tx, id));
  const happens = <N extends EventName>(name: N, data: EventData<N>) =>
    running.app.get(UnitOfWork).run((tx) => Promise.resolve(tx.record(name, data)));
  const review = async (id: string): Promise<ResearcherReview> =>
    (
      await bodyOf<{ items: [ResearcherReview] }>(
        running
          .http()
          .get(`/api/reviews/?researcher=${id}&limit=1`)
          .set(administrator.headers)
          .expect(200),
      )
    ).items[0];
  const signals = (
    id: string,
    isRight: (s: ResearcherReview['signals']) => boolean = (s) => s !== null,
  ) => eventually(async () => (await review(id)).signals, isRight);
  const told = (reviewId: string | null) =>
    screen.messages.filter(
      (m) => m.name === 'review.updated' && (m.message as { _id: string })._id === reviewId,
    );
  const newResearcher = (options: PersonOptions) =>
    makeResearcher(running.source, { researcher_privilege: null, ...options });

  return {
    running,
    administrator,
    request,
    happens,
    review,
    signals,
    told,
    newResearcher,
    async close() {
      screen.close();
      await workers.close();
      await running.close();
    },
  };
}
