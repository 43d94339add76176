import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { limits } from '../../../contracts/base/limits';
import type { RejectionAnswer } from '../../../contracts/payments/rejection-answers';
import { hasStudyRoleSql, RejectionRead } from '../../enrolment/decisions/rejection.read';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';
import { ParticipationsOfAccountRead } from '../../enrolment/participations/participations-of-account.read';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import type { PaymentRow } from '../model/payment.entity';
import { lastOverturnDay, firstOverturnableDay } from './answer.rule';

type Row = Pick<PaymentRow, 'id' | 'participation_id' | 'amount' | 'currency' | 'day'> & {
  answer: string;
};

const Position = z.strictObject({ day: z.iso.date(), id: z.uuid() });

/** Reads the responses to rejections about which an administrator may decide. */
@Injectable()
export class RejectionAnswerRead {
  constructor(
    private readonly source: DataSource,
    private readonly rejections: RejectionRead,
    private readonly own: ParticipationsOfAccountRead,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists the responses to rejections, in the order of the rejections, the oldest first. Leaves out
   * responses about the administrator's own studies and participations.
   */
  async list(
    accountId: string,
    { limit = limits.pageSize, cursor }: { limit?: number; cursor?: string | undefined },
  ) {
    const after = decodeCursor(Position, cursor);
    const own = await this.own.of(accountId);
    const today = utcDay(this.clock.now());
    const rows: Row[] = await this.source.query(
      `SELECT p.id, p.participation_id, p.amount, p.currency, p.day::text AS day, p.answer FROM research.payment p
       WHERE p.kind = 'reward' AND p.state = 'rejected' AND p.answer IS NOT NULL AND p.day >= $1::date
         AND NOT EXISTS (SELECT FROM research.rejection_verdict s WHERE s.payment_id = p.id)
         AND (p.answered_on < $2::date OR NOT ${isAnonymousSessionSql('p.session_id')})
         AND p.participation_id <> ALL($3::uuid[]) AND NOT ${hasStudyRoleSql('p.session_id', '$4::uuid')}
         AND ($5::date IS NULL OR (p.day, p.id) > ($5, $6::uuid))
       ORDER BY p.day, p.id LIMIT $7`,
      [
        firstOverturnableDay(today),
        today,
        own.map((one) => one.participation_id),
        accountId,
        after?.day ?? null,
        after?.id ?? null,
        limit + 1,
      ],
    );
    const page = pageOfRows(rows, limit, ({ day, id }) => ({ day, id }));
    return { items: await this.views(page.items), next_cursor: page.next_cursor };
  }

  private async views(rows: readonly Row[]): Promise<RejectionAnswer[]> {
    const found = await this.rejections.of(rows.map((row) => row.participation_id));
    return rows.flatMap(({ id, participation_id, day, ...row }) => {
      const rejection = found.get(participation_id);
      return rejection
        ? [{ _id: id, ...row, ...rejection, rejected_on: day, decide_until: lastOverturnDay(day) }]
        : [];
    });
  }
}
