import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { requestReview } from '../../../server/researchers/reviews/request-review';
import { type RunningApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';

/** Requests and decides reviews, and reads the rows that the requests and decisions write. */
export const reviewRequestsOf = (running: RunningApp, administrator: TestPerson) => {
  const request = (accountId: string) =>
    running.app
      .get(UnitOfWork)
      .run((tx) => requestReview(tx, accountId), { requestId: 'request-1' });
  const list = (query = '', who = administrator) =>
    running.http().get(`/api/reviews/${query}`).set(who.headers);
  const decide = (userId: string, body: object, who = administrator) =>
    running.http().put(`/api/reviews/${userId}/`).set(who.headers).send(body);
  const privilege = async (id: string) =>
    (
      await running.source.query<{ p: boolean | null }[]>(
        'SELECT researcher_privilege AS p FROM identity.account WHERE id = $1',
        [id],
      )
    )[0]?.p;
  const events = async (
    name: string,
    accountId: string,
  ): Promise<{ data: unknown; request_id: string | null }[]> =>
    running.source.query(
      `SELECT data, request_id FROM platform.outbox WHERE name = $1 AND data->>'account_id' = $2 ORDER BY at, id`,
      [name, accountId],
    );
  const newResearcher = (options = {}) =>
    makeResearcher(running.source, { researcher_privilege: null, ...options });

  return { request, list, decide, privilege, events, newResearcher };
};
