import type { Bonus } from '../../../contracts/payments/bonuses';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { BonusRow } from '../model/bonus.entity';
import type { BonusPayment } from './bonus-lines.rule';

type Query = Pick<Transaction, 'query'>;
type Made = Pick<BonusRow, 'session_id' | 'request_key' | 'digest' | 'created_by'>;

/**
 * Finds the bonus that an earlier request with the same `Idempotency-Key` made, with the digest
 * that its researcher confirmed.
 */
export async function bonusByRequestKey(
  on: Query,
  requestKey: string,
): Promise<{ bonus: Bonus; session_id: string; digest: Buffer } | undefined> {
  const [row] = await on.query<
    Pick<
      BonusRow,
      'id' | 'kind' | 'reason' | 'people' | 'total' | 'fee' | 'currency' | 'day' | 'session_id'
    > & { digest: Buffer }
  >(
    `SELECT id, kind, reason, people, total, fee, currency, day::text AS day, session_id, digest
     FROM research.bonus WHERE request_key = $1`,
    [requestKey],
  );
  if (!row) return undefined;
  const { id, total, fee, session_id, digest, ...rest } = row;
  return {
    bonus: { _id: id, ...rest, amount_total: Number(total), fee: Number(fee) },
    session_id,
    digest,
  };
}

/** @throws DomainError idempotency_conflict */
export async function insertBonus(
  tx: Query,
  bonus: Bonus,
  { session_id, request_key, digest, created_by }: Made,
): Promise<void> {
  const inserted = await tx.query(
    `INSERT INTO research.bonus
       (id, session_id, kind, reason, people, total, fee, currency, day, request_key, digest, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT ON CONSTRAINT bonus_request DO NOTHING RETURNING id`,
    [
      bonus._id,
      session_id,
      bonus.kind,
      bonus.reason,
      bonus.people,
      bonus.amount_total,
      bonus.fee,
      bonus.currency,
      bonus.day,
      request_key,
      digest,
      created_by,
    ],
  );
  // No row was inserted: at the same moment, another request used the same key for another session.
  if (inserted.length === 0) throw new DomainError('idempotency_conflict');
}

/** Inserts the payments of a bonus in random order, so that their ids reveal nothing. */
export async function insertBonusPayments(
  tx: Query,
  bonus: Bonus,
  sessionId: string,
  payments: readonly BonusPayment[],
): Promise<void> {
  await tx.query(
    `INSERT INTO research.payment
       (id, participation_id, session_id, amount, fee, currency, state, day, kind, bonus_id)
     SELECT gen_random_uuid(), b.participation_id, $2::uuid, b.amount, b.fee, $3::text, b.state, $4::date, $5::text, $6::uuid
     FROM jsonb_to_recordset($1::jsonb)
       AS b (participation_id uuid, amount integer, fee integer, state text) ORDER BY random()`,
    [
      JSON.stringify(
        payments.map(({ participationId, amount, fee, state }) => ({
          participation_id: participationId,
          amount,
          fee,
          state,
        })),
      ),
      sessionId,
      bonus.currency,
      bonus.day,
      bonus.kind,
      bonus._id,
    ],
  );
}

export async function paymentIdsOfBonus(tx: Query, bonusId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM research.payment WHERE bonus_id = $1 ORDER BY id`,
    [bonusId],
  );
  return rows.map(({ id }) => id);
}
