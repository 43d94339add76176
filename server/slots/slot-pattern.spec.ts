import { NewSlots } from '../../contracts/slots/slot-plans';
import { instantOfLocalTime, planSlotTimes } from './slot-pattern';

const now = new Date('2027-01-01T00:00:00Z');
const weekly = (over: Partial<Extract<NewSlots, { kind: 'weekly' }>> = {}): NewSlots => ({
  kind: 'weekly',
  from: '2027-03-22',
  to: '2027-04-04',
  weekdays: [1],
  times: [{ from: '09:00', to: '12:00' }],
  duration_minutes: 60,
  zone: 'Europe/Berlin',
  seats: 1,
  ...over,
});
const starts = (asked: NewSlots) =>
  planSlotTimes(asked, now, 1_000)?.times.map((one) => one.starts_at.toISOString());

describe('weekly pattern of slots', () => {
  it('keeps the local time across a clock change', () => {
    expect(starts(weekly({ times: [{ from: '09:00', to: '10:00' }] }))).toEqual([
      '2027-03-22T08:00:00.000Z',
      '2027-03-29T07:00:00.000Z',
    ]);
  });

  it('keeps the gap between two slots, and adds none that would end after the window', () => {
    const asked = weekly({ to: '2027-03-22', duration_minutes: 50, gap_minutes: 10 });
    const plan = planSlotTimes({ ...asked }, now, 1_000);
    expect(plan?.times.map((one) => one.starts_at.toISOString().slice(11, 16))).toEqual([
      '08:00',
      '09:00',
      '10:00',
    ]);
    expect(plan?.times[2]?.ends_at.toISOString()).toBe('2027-03-22T10:50:00.000Z');
    expect(starts(weekly({ to: '2027-03-22', duration_minutes: 185 }))).toEqual([]);
  });

  it('reports times that the clock change skips, and adds no slot for them', () => {
    // On 28 March 2027, clocks in Berlin go from 02:00 to 03:00, so 02:00 does not exist.
    const asked = weekly({ weekdays: [7], times: [{ from: '01:00', to: '05:00' }] });
    const plan = planSlotTimes({ ...asked, to: '2027-03-28' } as NewSlots, now, 1_000);
    expect(plan?.skipped).toEqual([{ starts: '2027-03-28T02:00', reason: 'missing' }]);
    expect(plan?.times).toHaveLength(3);
  });

  it('adds no overlapping slot when the clock jumps', () => {
    const asked = weekly({
      weekdays: [7],
      times: [{ from: '01:30', to: '05:00' }],
      duration_minutes: 45,
    });
    // The slot that begins at 01:30 ends at 03:15 by the changed clock, so a slot at 03:00 would
    // overlap it.
    const plan = planSlotTimes({ ...asked, to: '2027-03-28' } as NewSlots, now, 1_000);
    expect(plan?.skipped).toEqual([
      { starts: '2027-03-28T02:15', reason: 'missing' },
      { starts: '2027-03-28T03:00', reason: 'overlap' },
    ]);
  });

  it('uses the first of two times that occur twice, and reports it', () => {
    // On 31 October 2027, clocks in Berlin go back from 03:00 to 02:00, so this hour occurs twice.
    const plan = planSlotTimes(
      {
        ...weekly({ weekdays: [7], times: [{ from: '02:30', to: '03:30' }] }),
        from: '2027-10-31',
        to: '2027-10-31',
      } as NewSlots,
      now,
      1_000,
    );
    expect(plan?.twice).toEqual(['2027-10-31T02:30']);
    expect(plan?.times[0]?.starts_at.toISOString()).toBe('2027-10-31T00:30:00.000Z');
  });

  it.each([
    ['22:00', '00:00', ['22:00', '23:00']],
    ['22:00', '24:00', ['22:00', '23:00']],
    ['22:30', '01:30', ['22:30', '23:30', '00:30']],
    [
      '21:00',
      '20:00',
      Array.from({ length: 23 }, (_, i) => `${String((21 + i) % 24).padStart(2, '0')}:00`),
    ],
  ])('from %s to %s continues past midnight', (from, to, walls) => {
    const plan = planSlotTimes(
      weekly({ to: '2027-03-22', times: [{ from, to }], zone: 'UTC' }),
      now,
      1_000,
    );
    const at = plan?.times.map((one) => one.starts_at.toISOString()) ?? [];
    expect(at.map((one) => one.slice(11, 16))).toEqual(walls);
    expect([...at].sort()).toEqual(at);
    expect(new Set(at.map((one) => one.slice(0, 10))).size).toBeLessThanOrEqual(2);
    expect(plan?.skipped).toEqual([]);
  });

  it('handles the nights in which the clock goes forward and back', () => {
    const night = (day: string) =>
      planSlotTimes(
        {
          ...weekly({ weekdays: [6], times: [{ from: '23:00', to: '05:00' }] }),
          from: day,
          to: day,
        } as NewSlots,
        now,
        1_000,
      );
    const spring = night('2027-03-27');
    expect(spring?.times.map((one) => one.starts_at.toISOString().slice(8, 16))).toEqual([
      '27T22:00',
      '27T23:00',
      '28T00:00',
      '28T01:00',
      '28T02:00',
    ]);
    expect(spring?.skipped).toEqual([{ starts: '2027-03-28T02:00', reason: 'missing' }]);
    const autumn = night('2027-10-30');
    expect(autumn?.twice).toEqual(['2027-10-31T02:00']);
    expect(autumn?.times.at(-1)?.ends_at.toISOString()).toBe('2027-10-31T04:00:00.000Z');
  });

  it('adds no slot twice when a night overlaps the window of the next day', () => {
    const plan = planSlotTimes(
      weekly({
        to: '2027-03-23',
        weekdays: [1, 2],
        zone: 'UTC',
        times: [
          { from: '22:00', to: '02:00' },
          { from: '01:00', to: '03:00' },
        ],
      }),
      now,
      1_000,
    );
    const at = plan?.times.map((one) => one.starts_at.toISOString()) ?? [];
    expect(new Set(at).size).toBe(at.length);
    expect(plan?.skipped).toEqual([{ starts: '2027-03-23T01:00', reason: 'overlap' }]);
  });

  it.each([
    [{ from: '09:00', to: '09:55' }, 60],
    [{ from: '23:30', to: '00:15' }, 60],
    [{ from: '23:30', to: '24:00' }, 35],
  ])('is refused when a window, %j, is shorter than a slot of %d minutes', (window, minutes) => {
    const asked = weekly({
      times: [{ from: '09:00', to: '12:00' }, window],
      duration_minutes: minutes,
    });
    expect(NewSlots.safeParse(asked).error?.issues).toMatchObject([
      { path: ['times', 1, 'to'], message: 'shorter_than_slot' },
    ]);
  });

  it('adds no slot at a time that has passed', () => {
    const plan = planSlotTimes(weekly(), new Date('2027-03-22T09:00:00Z'), 1_000);
    expect(plan?.skipped.map(({ starts, reason }) => [starts.slice(11), reason])).toEqual([
      ['09:00', 'past'],
      ['10:00', 'past'],
    ]);
  });

  it('is refused as a whole when it makes more slots than the limit, within little processor time', () => {
    const year = weekly({
      from: '2027-01-04',
      to: '2199-12-31',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      times: [{ from: '00:00', to: '23:55' }],
      duration_minutes: 5,
    });
    const began = process.cpuUsage();
    expect(planSlotTimes(year, now, 1_000)).toBeNull();
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
    const never = weekly({
      from: '0001-01-01',
      to: '9999-12-31',
      times: [{ from: '09:00', to: '09:55' }],
    });
    const start = process.cpuUsage();
    expect(planSlotTimes(never, now, 1_000)).toEqual({ times: [], skipped: [], twice: [] });
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(200);
    expect(planSlotTimes(weekly({ to: '2027-03-22' }), now, 3)?.times).toHaveLength(3);
    expect(planSlotTimes(weekly({ to: '2027-03-22' }), now, 2)).toBeNull();
  });
});

describe('local time of a slot', () => {
  it('has the same offset all year in a zone without clock changes', () => {
    for (const [zone, utc] of [
      ['Asia/Kolkata', '04:00'],
      ['Etc/GMT+5', '14:30'],
      ['UTC', '09:30'],
    ] as const)
      for (const day of ['2027-01-15', '2027-07-15'])
        expect(instantOfLocalTime(`${day}T09:30`, zone)?.at.toISOString()).toBe(
          `${day}T${utc}:00.000Z`,
        );
  });

  it('does not exist on an invalid date', () => {
    expect(instantOfLocalTime('2027-02-30T09:30', 'UTC')).toBeNull();
  });
});
