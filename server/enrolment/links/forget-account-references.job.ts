import { Injectable } from '@nestjs/common';
import { Clock, days, hours, addMilliseconds } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { accountReferenceDaysByState } from './account-reference.rule';

const atOnce = 2_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';
/**
 * Deletes the account from a participation's link. The job does so for anonymous sessions, once no
 * mail about a transition needs the account (account-reference.rule.ts). The account still finds
 * the participation in its own history.
 */
@Injectable()
export class ForgetAccountReferencesJob implements ScheduledJob {
  readonly name = 'forget-ways-back';
  readonly everyMs = hours(6);
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<number> {
    let count = 0;
    for (let after: string | null = beforeAll; after !== null;) {
      const page = await this.batch(after);
      count += page.forgotten;
      after = page.last;
    }
    return count;
  }

  /**
   * Goes through the links by their primary key, a page at a time, since no index contains the privacy level of a
   * session.
   */
  private async batch(after: string): Promise<{ forgotten: number; last: string | null }> {
    const now = this.clock.now();
    const until = Object.fromEntries(
      Object.entries(accountReferenceDaysByState).map(([state, kept]) => [
        state,
        addMilliseconds(now, -days(kept)),
      ]),
    );
    const [page] = await this.unitOfWork.run(
      (tx) =>
        tx.query<{ forgotten: number; last: string | null }>(
          `WITH page AS MATERIALIZED (
             SELECT participation_id FROM identity.participation_link
             WHERE participation_id > $1 AND account IS NOT NULL
             ORDER BY participation_id LIMIT ${atOnce}
           ), forgotten AS (
             UPDATE identity.participation_link l SET account = NULL
             FROM page
             JOIN research.participation p ON p.id = page.participation_id
             JOIN research.session s ON s.id = p.session_id
             WHERE l.participation_id = page.participation_id AND s.privacy_level = 'anonymous'
               AND p.updated_at <= ($2::jsonb->>p.state)::timestamptz
             RETURNING 1
           )
           SELECT (SELECT count(*)::int FROM forgotten) AS forgotten,
             (SELECT participation_id FROM page ORDER BY 1 DESC LIMIT 1) AS last`,
          [after, JSON.stringify(until)],
        ),
      { role: 'commonlab_link' },
    );
    return page ?? { forgotten: 0, last: null };
  }
}
