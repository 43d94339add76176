import { slotsLimits } from '../../contracts/slots/limits';
import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const slotsRateLimits = {
  /** Of an account: each booking sends a mail, and holds what a decision about its person needs. */
  booking: {
    name: 'slot-booking',
    free: slotsLimits.bookingsPerAccountAndHour,
    windowMs: hours(1),
  },
  /** Of a slot: each change of its place or link is a mail to all participants who have booked it. */
  moved: { name: 'slot-place', free: slotsLimits.slotPlacesPerHour, windowMs: hours(1) },
} satisfies Record<string, Rule>;
