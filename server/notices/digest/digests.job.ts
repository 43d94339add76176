import { emptyDemographics } from '../../../contracts/accounts/demographics';
import { Injectable } from '@nestjs/common';
import { demographicsOfAccounts } from '../../accounts/demographics/demographics.read';
import {
  readNewlyRecruitingStudies,
  type NewCatalogueStudy,
} from '../../catalogue/newly-recruiting.read';
import { Clock, days, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { IdentityLinkReadPool } from '../../platform/db/link-reads';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { mayOnStudy } from '../../studies/study.policy';
import { localDayOf, nextDigestAt } from './digest-time';
import { studiesFittingProfile, shouldSendDigest } from './digest.rule';
import {
  addDigests,
  isAnyDigestDueSql,
  lockDueDigests,
  storeDigestChecks,
  type DueDigest,
  type NewDigest,
} from './digests.store';

const batch = 500;
/**
 * How many of the newest studies are considered for digests; participants find older ones in the
 * catalogue.
 */
export const maximumConsideredStudies = 100;
/**
 * A study counts as new for this many milliseconds. After that, it appears in no digest, even for a
 * participant who got no digest in the meantime.
 */
export const newStudyPeriodMs = days(30);
/**
 * A launch may commit a little later than the time that it stores. So a digest contains only
 * studies that are at least this old, and the next digest contains the newer ones. Otherwise, a
 * study that commits just after a digest was made would appear in no digest.
 */
const settles = minutes(1);

/**
 * Searches once a day, for each person who opted in, for new studies that fit the person. The time
 * of the search, and the event that causes the mail, are stored in one transaction, so that a
 * worker that dies has stored both or neither.
 */
@Injectable()
export class DigestsJob implements ScheduledJob {
  readonly name = 'digests';
  readonly everyMs = minutes(1);
  readonly isDue = isAnyDigestDueSql;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly links: IdentityLinkReadPool,
  ) {}

  /** @returns for how many people it searched */
  async run(): Promise<number> {
    let count = 0;
    for (let looked = batch; looked === batch;) {
      looked = await this.batch();
      count += looked;
    }
    return count;
  }

  private batch(): Promise<number> {
    const now = this.clock.now();
    return this.unitOfWork.run(async (tx) => {
      const due = await lockDueDigests(tx, now, batch);
      if (due.length === 0) return 0;
      // If no worker ran in time and the person's quiet hours have begun since, the digest waits
      // for their end.
      const open = due.filter((one) => nextDigestAt(now, one, lastOf(one)) <= now);
      const digests = await this.digestsFor(
        open,
        await readNewlyRecruitingStudies(
          tx.manager,
          now,
          addMilliseconds(now, -newStudyPeriodMs),
          maximumConsideredStudies,
        ),
        now,
      );
      const until = addMilliseconds(now, -settles);
      const told = new Set(digests.map((one) => one.account_id));
      const looked = new Set(open);
      await storeDigestChecks(
        tx,
        due.map((one) => ({
          account_id: one.account_id,
          digest_at: nextDigestAt(
            now,
            one,
            looked.has(one)
              ? { day: localDayOf(now, one), at: told.has(one.account_id) ? now : one.last_at }
              : lastOf(one),
          ),
          seen_until: told.has(one.account_id) ? until : one.seen_until,
        })),
      );
      for (const added of await addDigests(tx, digests, until))
        tx.record('notices.digest-due', added);
      return due.length;
    });
  }

  private async digestsFor(
    people: readonly DueDigest[],
    studies: readonly NewCatalogueStudy[],
    now: Date,
  ): Promise<NewDigest[]> {
    if (studies.length === 0 || people.length === 0) return [];
    const answers = await demographicsOfAccounts(
      this.links,
      people.map((one) => one.account_id),
    );
    const until = addMilliseconds(now, -settles);
    return people.flatMap((one) => {
      const { account_id } = one;
      const since = one.seen_until ?? now;
      const told = answers.get(account_id) ?? emptyDemographics;
      const fitting = studiesFittingProfile(
        studies,
        { isTheirs: hasRoleInStudy(account_id), told, since, until },
        now,
      );
      return shouldSendDigest(fitting) ? [{ account_id, day: localDayOf(now, one), since }] : [];
    });
  }
}

export const hasRoleInStudy = (accountId: string) => (study: NewCatalogueStudy) =>
  mayOnStudy('read', study, accountId);

const lastOf = ({ last_day, last_at }: DueDigest) =>
  last_day === null ? undefined : { day: last_day, at: last_at };
