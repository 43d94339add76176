import type { NewSlots } from '../../../../contracts/slots/slot-plans';

/** What the form of new slots holds, as it is typed. */
export interface Plan {
  kind: NewSlots['kind'];
  /** Of one slot; it starts at `begin`. */
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
  /** The place, or the address of the call. */
  where: string;
}

/** @param where of the study, where it says one */
export const emptyPlan = (zone: string, where: string): Plan => ({
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

/** Of one slot, the field of its start that a refusal is about: the day or the time. */
export function startFault(
  { day, begin }: Pick<Plan, 'day' | 'begin'>,
  code: string | undefined,
): { day?: string; begin?: string } {
  if (code === undefined) return {};
  if (code === 'required')
    return { ...(day === '' && { day: code }), ...(begin === '' && { begin: code }) };
  return code === 'invalid_date' ? { day: code } : { begin: code };
}

/** As the API takes it; what is missing stays empty, and the answer names the field. */
export function bodyOf(plan: Plan, isVideo: boolean): NewSlots {
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
