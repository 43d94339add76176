import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import { bookingIntervalsOf } from './booking.rule';

const hashBytes = 16;

/**
 * Reserves the time of a slot for a person, and frees the time that the participation had booked
 * before. For each five-minute interval of the slot, the table contains a hash of person and
 * interval. This hash is unique over all studies. If two bookings of a person overlap, they have an
 * interval in common, so the later booking waits for the earlier one and is then refused. The hash
 * is always made with the oldest key, so that servers with different versions of the secret compute
 * equal hashes (docs/decisions/slots.md).
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
  // The hashes are inserted in sorted order, so that two simultaneous bookings of one person cannot
  // deadlock. Since they are hashes, their order does not reveal the times.
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
