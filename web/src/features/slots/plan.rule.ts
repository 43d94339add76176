import type { NewSlots } from '../../../../contracts/slots/slot-plans';

export interface NewSlotsValues {
  kind: NewSlots['kind'];
  /** The day of a single slot, which starts at `begin`. */
  day: string;
  from: string;
  to: string;
  weekdays: number[];
  begin: string;
  end: string;
  duration_minutes: number;
  gap_minutes: number;
  seats: number;
  reserve_seats: number;
  zone: string;
  /** The room of a slot, or the address of its video call. */
  where: string;
}

/**
 * Returns the initial values of the form.
 * @param where the study's place, if it has one
 */
export const emptyNewSlotsValues = (zone: string, where: string): NewSlotsValues => ({
  kind: 'weekly',
  day: '',
  from: '',
  to: '',
  weekdays: [1, 2, 3, 4, 5],
  begin: '09:00',
  end: '12:00',
  duration_minutes: 60,
  gap_minutes: 0,
  seats: 1,
  reserve_seats: 0,
  zone,
  where,
});

/** Assigns an error in the start of a single slot to the field that shows it: day or time. */
export function slotStartFault(
  { day, begin }: Pick<NewSlotsValues, 'day' | 'begin'>,
  code: string | undefined,
): { day?: string; begin?: string } {
  if (code === undefined) return {};
  if (code === 'required')
    return { ...(day === '' && { day: code }), ...(begin === '' && { begin: code }) };
  return code === 'invalid_date' ? { day: code } : { begin: code };
}

/** Builds the request. It also sends empty values: the server's answer names their fields. */
export function newSlotsBodyOf(plan: NewSlotsValues, isVideo: boolean): NewSlots {
  const { duration_minutes, zone, seats, reserve_seats } = plan;
  const where = plan.where.trim() === '' ? null : plan.where.trim();
  const details = {
    duration_minutes,
    zone,
    seats,
    reserve_seats,
    ...(isVideo ? { link: where } : { place: where }),
  };
  return plan.kind === 'one'
    ? { kind: 'one', starts: plan.day && plan.begin && `${plan.day}T${plan.begin}`, ...details }
    : {
        kind: 'weekly',
        from: plan.from,
        to: plan.to,
        weekdays: plan.weekdays,
        times: [{ from: plan.begin, to: plan.end }],
        gap_minutes: plan.gap_minutes,
        ...details,
      };
}
