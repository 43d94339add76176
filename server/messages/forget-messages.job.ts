import { Injectable } from '@nestjs/common';
import { participationsUnchangedSince } from '../enrolment/participations/discussed-participation';
import { Clock, hours } from '../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import type { ScheduledJob } from '../platform/messaging/consumer';
import { conversationExpiryCutoff } from './conversation';

const atOnce = 1_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Deletes the messages about a participation 90 days after its last transition. */
@Injectable()
export class ForgetMessagesJob implements ScheduledJob {
  readonly name = 'forget-messages';
  readonly everyMs = hours(6);
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of messages deleted */
  async run(): Promise<number> {
    let count = 0;
    for (let after: string | undefined = beforeAll; after !== undefined;) {
      const page: { last: string | undefined; deleted: number } = await this.batch(after);
      count += page.deleted;
      after = page.last;
    }
    return count;
  }

  private batch(after: string): Promise<{ last: string | undefined; deleted: number }> {
    const before = conversationExpiryCutoff(this.clock.now());
    return this.unitOfWork.run(async (tx) => {
      const rows = await tx.query<{ participation_id: string }>(
        `SELECT DISTINCT participation_id FROM research.conversation WHERE participation_id > $1
         ORDER BY participation_id LIMIT ${atOnce}`,
        [after],
      );
      const ids = rows.map(({ participation_id }) => participation_id);
      return {
        last: ids.at(-1),
        deleted: await deleteMessages(tx, await participationsUnchangedSince(tx, ids, before)),
      };
    });
  }
}

/** Deletes messages with the reports about them. @returns the number of messages deleted */
export async function deleteMessages(
  tx: Transaction,
  participationIds: readonly string[],
): Promise<number> {
  const gone = await tx.query<{ id: string }>(
    `DELETE FROM research.message WHERE participation_id = ANY($1::uuid[]) RETURNING id`,
    [participationIds],
  );
  await tx.query(`DELETE FROM research.conversation WHERE participation_id = ANY($1::uuid[])`, [
    participationIds,
  ]);
  return gone.length;
}
