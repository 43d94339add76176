import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { noticeKinds, type NoticePreferencesChange } from '../../contracts/notices/notices';
import { lockAccountRow } from '../access/accounts/accounts.store';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { localDayOf, nextDigestAt, type LastDigest } from './digest/digest-time';
import { lastDigestOf } from './digest/digests.store';
import { noticesRateLimits } from './notices.rate-limits';
import {
  isNoticeSwitchedOn,
  lockPreferences,
  storePreferences,
  type StoredPreferences,
} from './preferences.store';

type Change = z.output<typeof NoticePreferencesChange>;

export class ChangePreferences extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly change: Change,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangePreferences)
export class ChangePreferencesHandler implements ICommandHandler<ChangePreferences> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly limit: RateLimit,
  ) {}

  /**
   * Changes the given settings. A participant who opts in to mails about new studies gets mails
   * only about studies that appear from then on.
   * @throws DomainError unauthenticated if the account was deleted, too_many_requests
   */
  async execute({ accountId, change, requestId }: ChangePreferences): Promise<void> {
    await this.limit.consume(noticesRateLimits.preferences, accountId);
    const now = this.clock.now();
    await this.unitOfWork.run(
      async (tx) => {
        if (!(await lockAccountRow(tx, accountId, 'key share')))
          throw new DomainError('unauthenticated');
        const before = await lockPreferences(tx, accountId);
        const chosen = changed(before, change, now);
        if (chosen.new_studies)
          chosen.digest_at = nextDigestAt(
            now,
            chosen,
            laterOf(
              await lastDigestOf(tx, accountId),
              before.new_studies ? undefined : localDayOf(now, chosen),
            ),
          );
        await storePreferences(tx, accountId, chosen);
      },
      { requestId },
    );
  }
}

/**
 * Returns the later of two days: the day of the last digest, and the day of the opt-in. The next
 * digest is sent on a later day than the result.
 */
const laterOf = (last: LastDigest | undefined, optedInOn: string | undefined) =>
  optedInOn !== undefined && (last === undefined || last.day < optedInOn)
    ? { day: optedInOn, at: last?.at ?? null }
    : last;

function changed(
  before: StoredPreferences,
  { wanted = {}, zone, quiet }: Change,
  now: Date,
): StoredPreferences {
  const isOn = (kind: (typeof noticeKinds)[number]) =>
    wanted[kind] ?? isNoticeSwitchedOn(kind, before);
  return {
    off: noticeKinds.filter((kind) => kind !== 'new_studies' && !isOn(kind)),
    zone: zone ?? before.zone,
    quiet_from: quiet === undefined ? before.quiet_from : (quiet?.from ?? null),
    quiet_until: quiet === undefined ? before.quiet_until : (quiet?.until ?? null),
    new_studies: isOn('new_studies'),
    digest_at: before.digest_at,
    seen_until: isOn('new_studies') && !before.new_studies ? now : before.seen_until,
  };
}
