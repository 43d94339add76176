import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import { bookingIntervalsOf } from './booking.rule';

const hashBytes = 16;

/**
 * Reserves the time of a slot for a person, and frees the time of the former booking of this
 * participation. The table contains a keyed hash of the person and each five-minute interval,
 * unique over all studies: two overlapping bookings have an interval in common, so that the second
 * waits for the first and is refused. Always uses the first key, so that two servers with different
 * versions of the secret still agree (docs/decisions/slots.md).
 * @throws DomainError slot_overlap
 */
export async function reservePersonTime(
  tx: Transaction,
  secrets: Pick<Secrets, 'mac'>,
  accountId: string,
  participationId: string,
  slot: { starts_at: Date; ends_at: Date },
): Promise<void> {
  await tx.query(`DELETE FROM research.booked_time WHERE participation_id = $1`, [participationId]);
  // Always in the same order, so that two bookings of one person cannot deadlock. The order of hashes reveals
  // nothing.
  const hashes = bookingIntervalsOf(slot)
    .map((piece) => secrets.mac('booked-time', accountId, String(piece)).subarray(0, hashBytes))
    .sort((a, b) => a.compare(b));
  const taken = await tx.query(
    `INSERT INTO research.booked_time (hash, participation_id, ends_at)
     SELECT h.hash, $2, $3 FROM unnest($1::bytea[]) AS h (hash)
     ON CONFLICT (hash) DO NOTHING RETURNING 1`,
    [hashes, participationId, slot.ends_at],
  );
  if (taken.length < hashes.length) throw new DomainError('slot_overlap');
}
