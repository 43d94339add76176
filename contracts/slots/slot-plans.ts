import { z } from 'zod';
import { Day, isOneLine, optionalSingleLine } from '../base/fields';
import { limits } from '../base/limits';
import { slotsLimits } from './limits';
import { TimeZone } from '../base/region';

/* A request for slots gives local times and a time zone (docs/decisions/slots.md). */

/**
 * Every start and every length of a slot is a multiple of this many minutes. The server detects
 * overlaps of slots on a grid of this size (docs/decisions/slots.md).
 */
export const slotGridMinutes = 5;
const onGrid = z.int().multipleOf(slotGridMinutes);
const isOnGrid = (wall: string) => Number(wall.slice(-2)) % slotGridMinutes === 0;

/** A local time of day, `09:30`, on the grid. */
const WallTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid' })
  .refine(isOnGrid, { error: 'off_grid' });
/** The end of a time window; 24:00 is the end of the day, as 00:00 is. */
const EndTime = z.union([WallTime, z.literal('24:00')]);
const wallMinutes = (wall: string): number => Number(wall.slice(0, 2)) * 60 + Number(wall.slice(3));
const dayMinutes = 24 * 60;
/**
 * Converts a time window to local minutes after the beginning of its day. A window whose end is not
 * after its start, such as from 22:00 to 01:00, ends on the next day.
 */
export function parseTimeWindow(window: { from: string; to: string }): {
  from: number;
  to: number;
} {
  const [from, to] = [wallMinutes(window.from), wallMinutes(window.to)];
  return { from, to: to > from ? to : to + dayMinutes };
}
/** A local time in the time zone of the request, without an offset: `2027-05-03T09:30`. */
const WallMoment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid' })
  .refine((v) => Day.safeParse(v.slice(0, 10)).success, { error: 'invalid_date' })
  .refine(isOnGrid, { error: 'off_grid' });

export const slotSeatCount = z.int().min(1).max(slotsLimits.slotSeats);
export const slotReserveSeats = z.int().min(0).max(slotsLimits.slotSeats);
export const slotLocation = optionalSingleLine(limits.title);
export const slotVideoLink = z
  .url({ protocol: /^https$/ })
  .max(2000)
  .refine(isOneLine, { error: 'invalid_url' });

const details = {
  duration_minutes: onGrid.min(slotGridMinutes).max(slotsLimits.slotMinutes),
  zone: TimeZone,
  seats: slotSeatCount,
  /** How many reserves may book the slot. A reserve comes in case another participant does not. */
  reserve_seats: slotReserveSeats.optional(),
  place: slotLocation.nullable().optional(),
  /** The link of a video call: shown only to participants who booked the slot. */
  link: slotVideoLink.nullable().optional(),
};

/** The slots to add: a single slot, or the slots of a weekly pattern. */
export const NewSlots = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('one'), starts: WallMoment, ...details }),
    z.strictObject({
      kind: z.literal('weekly'),
      from: Day,
      to: Day,
      /** Days of the week, where 1 is Monday (ISO 8601). */
      weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
      /**
       * The time windows of a day. Slots follow each other from `from`, as long as they end by
       * `to`. A `to` that is not after `from` means a time on the next day.
       */
      times: z
        .array(z.strictObject({ from: WallTime, to: EndTime }))
        .min(1)
        .max(5),
      gap_minutes: onGrid.min(0).max(slotsLimits.slotMinutes).optional(),
      ...details,
    }),
  ])
  .superRefine((asked, context) => {
    if (asked.kind !== 'weekly') return;
    for (const [i, window] of asked.times.entries()) {
      const { from, to } = parseTimeWindow(window);
      if (to - from < asked.duration_minutes)
        context.addIssue({
          code: 'custom',
          path: ['times', i, 'to'],
          message: 'shorter_than_slot',
        });
    }
  })
  .meta({ id: 'NewSlots' });
export type NewSlots = z.output<typeof NewSlots>;

/**
 * Why a time of a pattern produced no slot. `missing`: the time does not exist because the clock
 * goes forward. `past`: the time is past. `overlap`: the slot would begin before the previous one
 * ends. `exists`: there is already a slot at the same time and place.
 */
export const slotSkipReasons = ['missing', 'past', 'overlap', 'exists'] as const;

export const AddedSlots = z
  .object({
    added: z.int(),
    /**
     * The times of the pattern that produced no slot, as local times such as `2027-03-28T02:30`.
     */
    skipped: z.array(z.object({ starts: z.string(), reason: z.enum(slotSkipReasons) })),
    /** Times that occur twice because the clock goes back: the slot uses the first of the two. */
    twice: z.array(z.string()),
  })
  .meta({ id: 'AddedSlots' });
export type AddedSlots = z.output<typeof AddedSlots>;
