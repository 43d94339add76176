import { slotsLimits } from '../../contracts/slots/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context. The code that consumes a limit passes the key that it counts by,
 * such as an account or a slot.
 */
export const slotsRateLimits = {
  /**
   * Limit per account: each booking sends a mail, and locks rows that other transactions about the
   * participant need.
   */
  booking: {
    name: 'slot-booking',
    free: slotsLimits.bookingsPerAccountAndHour,
    windowMs: hours(1),
  },
  /** Limit per slot: each change of its place or link sends a mail to all participants who have booked it. */
  moved: { name: 'slot-place', free: slotsLimits.slotPlacesPerHour, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
