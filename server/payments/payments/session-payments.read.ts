import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../../contracts/base/fields';
import type {
  PaymentKind,
  PaymentState,
  SessionPayment,
} from '../../../contracts/payments/payments';
import { eventsHiddenSince } from '../../enrolment/model/state-of-day';
import { requireRightToRunSession } from '../../enrolment/rosters/must-run-session';
import { rosterTags } from '../../enrolment/rosters/roster-tags';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import type { PaymentRow } from '../model/payment.entity';
import { paymentShownToResearchersSql } from '../model/shown-payment.sql';

type Row = Pick<
  PaymentRow,
  'id' | 'participation_id' | 'amount' | 'currency' | 'method' | 'answer' | 'bonus_id'
> & {
  kind: PaymentKind;
  state: PaymentState;
  day: string;
  reason: string | null;
};

/**
 * The payments of a session by tag, in the random order of their ids. An anonymous session shows
 * each payment as of the beginning of the day (UTC), and leaves out payments that were made since
 * then. Parameters:
 * - $1 the session
 * - $2 the day whose changes are hidden, or null
 * - $3 the last id of the previous page
 * - $4 the number of rows
 * - $5 one payment, or null
 * - $6 whether the reader sees names with the tags. If not, pay by answers is left out, because its
 *   amount would reveal which participant code in exports belongs to the tag
 */
const read = `
  SELECT p.id, p.participation_id, p.amount, p.currency, p.kind, p.bonus_id, b.reason, shown.state,
    shown.day::text AS day, shown.method, CASE WHEN $2::date IS NULL OR p.answered_on < $2 THEN p.answer END AS answer
  FROM research.payment p LEFT JOIN research.bonus b ON b.id = p.bonus_id,
    LATERAL (${paymentShownToResearchersSql('p', '$2')}) shown
  WHERE p.session_id = $1 AND (p.kind <> 'by_answers' OR $6::boolean)
    AND ($3::uuid IS NULL OR p.id > $3) AND ($5::uuid IS NULL OR p.id = $5)
  ORDER BY p.id LIMIT $4`;

@Injectable()
export class SessionPaymentsRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError forbidden for callers who may read the session but not its payments,
   * not_found for all others
   */
  async list(sessionId: string, accountId: string, limit: number, cursor: string | undefined) {
    const { privacy_level, sees_names } = await requireRightToRunSession(
      this.source.manager,
      sessionId,
      accountId,
    );
    const since = eventsHiddenSince(privacy_level, this.clock.now());
    const rows: Row[] = await this.source.query(read, [
      sessionId,
      since && utcDay(since),
      decodeCursor(Id, cursor),
      limit + 1,
      null,
      sees_names && privacy_level !== 'anonymous',
    ]);
    const page = pageOfRows(rows, limit, (last) => last.id);
    return { ...page, items: await this.views(sessionId, page.items) };
  }

  /**
   * Reads the current state of a payment after the caller confirmed that the cash was handed over.
   * Even in an anonymous session the state reveals nothing to the caller, who has just handed over
   * the cash.
   * @throws DomainError not_found
   */
  async byId(id: string, sessionId: string): Promise<SessionPayment> {
    const rows: Row[] = await this.source.query(read, [sessionId, null, null, 1, id, true]);
    const [view] = await this.views(sessionId, rows);
    if (!view) throw new DomainError('not_found');
    return view;
  }

  private async views(sessionId: string, rows: readonly Row[]): Promise<SessionPayment[]> {
    const tags = await rosterTags(
      this.source.manager,
      this.secrets,
      sessionId,
      rows.map((row) => row.participation_id),
    );
    return rows.flatMap(({ id, participation_id, ...row }) => {
      const tag = tags.get(participation_id);
      return tag === undefined ? [] : [{ _id: id, tag, ...row }];
    });
  }
}
