import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';

/** A payment, with the participation and the session whose pages show it. */
export interface WatchedPayment {
  id: string;
  participation_id: string;
  session_id: string;
  /**
   * Whether researchers see the payment as it was before its participant chose a gift code, because
   * the code is not handed out yet.
   */
  is_hidden: boolean;
}

/** Finds the people whose pages change when payments change. */
@Injectable()
export class PaymentWatchersRead {
  constructor(private readonly source: DataSource) {}

  byIds(ids: readonly string[]): Promise<WatchedPayment[]> {
    return this.source.query(
      `SELECT id, participation_id, session_id, state = 'processing' AND method = 'gift_code' AS is_hidden
       FROM research.payment WHERE id = ANY($1::uuid[])`,
      [ids],
    );
  }

  /**
   * Returns those of the given sessions that pay participants, and whose researchers see payments
   * as they are now. Other sessions get no live messages about payments: an anonymous session shows
   * payments as of the beginning of the day, so a message would reveal when something happened.
   */
  async shownAtOnce(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows: { session_id: string }[] = await this.source.query(
      `SELECT h.session_id FROM research.session_hold h
       WHERE h.session_id = ANY($1::uuid[]) AND NOT ${isAnonymousSessionSql('h.session_id')}`,
      [sessionIds],
    );
    return new Set(rows.map(({ session_id }) => session_id));
  }
}
