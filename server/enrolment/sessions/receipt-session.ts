import type { SessionPayer } from '../../../contracts/studies/payment-terms';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Transaction } from '../../platform/db/unit-of-work';
import { payerSql } from '../model/payer.sql';

/** A launched session as its receipts describe it. */
export interface ReceiptSession {
  study_id: string;
  title: string;
  privacy_level: PrivacyLevel;
  capacity: number;
  /** The payer as shown to participants; null if the payer's account was deleted. */
  payer: SessionPayer | null;
}

/**
 * Reads the data of a session for its receipts; undefined if it was never launched. The caller must
 * check that the reader may know the session.
 */
export async function readReceiptSession(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
): Promise<ReceiptSession | undefined> {
  const [session] = await on.query<ReceiptSession>(
    `SELECT s.study_id, s.snapshot ->> 'title' AS title, s.privacy_level, s.capacity,
       ${payerSql('s', 's.study_id')} AS payer
     FROM research.session s WHERE s.id = $1 AND s.launched_at IS NOT NULL`,
    [sessionId],
  );
  return session;
}
