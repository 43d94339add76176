import { days } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { SlotsJob } from '../../../server/slots/slots.job';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RunningApp } from '../../support/app/launch-app';
import { eraseAccount } from '../accounts/deletion/erased';
import { EventLog } from '../model/event-log';
import { slotRequestsOf, timeInDays, msUntilMorning, type SeatedPerson } from './booking';
import { readIcs } from './ics';

let run: RunningApp;
let slots: ReturnType<typeof slotRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  // This file has its own clock, which the tests move.
  run = await sharedApp({ clock });
  slots = slotRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const job = () => new SlotsJob(run.app.get(UnitOfWork), clock).run();
const act = ({ person, id }: SeatedPerson, body: object) =>
  slots.ask('PUT', `/api/participations/${id}/`, person, body);

describe('The email about a lost seat', () => {
  it('is always sent if a slot is ahead, and says that the participant need not come', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const one = await slots.seated(r);
    const without = await slots.seated(r);
    await slots.book(one, await slots.slot(r));
    // Removes the pay, because participants of a paid session get the email in any case.
    await run.source.query(
      `UPDATE research.session SET reward_amount = NULL, reward_currency = NULL WHERE id = $1`,
      [r.session_id],
    );
    const told = await EventLog.of(run, [r.session_id]);
    for (const each of [one, without])
      await slots.ask('PUT', `/api/participations/${each.id}/`, r.researcher, {
        action: 'nullify',
        reason: 'The room is flooded.',
      });
    await told.read(() => undefined);
    const [mail, other] = [told.written(one.id)[0], told.written(without.id)[0]];
    expect([mail?.isOwed, mail?.content.text.includes('you do not need to come')]).toEqual([
      true,
      true,
    ]);
    expect([other?.isOwed, other?.content.text.includes('need to come')]).toEqual([false, false]);
    expect(other?.attachment).toBeUndefined();
  });

  it('reports the last state after a delay, and removes the calendar entry', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const gone = await slots.slot(r, { seats: 3 });
    const back = await slots.slot(r, { starts: timeInDays(run, 12) });
    const [cancelled, gaveUp] = [await slots.seated(r), await slots.seated(r)];
    const [returned, again] = [await slots.seated(r), await slots.seated(r)];
    for (const one of [cancelled, gaveUp, returned]) await slots.book(one, gone);
    await slots.book(again, back);
    const told = await EventLog.of(run, [r.session_id]);
    // One person gives up the slot and leaves, one leaves and enrols again, and one gives up and
    // books a second time.
    await slots.giveUp(gaveUp);
    await act(gaveUp, { action: 'withdraw' });
    await act(returned, { action: 'withdraw' });
    await slots.seated(r, returned.person);
    await slots.giveUp(again);
    await slots.book(again, back);
    await slots.cancel(r, gone);
    await act(cancelled, { action: 'withdraw' });
    await told.read(() => undefined);
    const subjects = (one: SeatedPerson) =>
      told.written(one.id).map(({ content }) => content.subject);
    const statuses = (one: SeatedPerson) =>
      told.files(one.id).map(({ ics }) => readIcs(ics).events[0]?.STATUS);
    expect(subjects(cancelled)).toEqual(['Your slot is off: Attention and memory']);
    expect(subjects(gaveUp)).toEqual(['Your slot is off: Attention and memory']);
    for (const one of [cancelled, gaveUp, returned]) expect(statuses(one)).toEqual(['CANCELLED']);
    expect(statuses(again)).toEqual(['CONFIRMED']);
  });

  it('is not followed by a second email when the slot is cancelled later', async () => {
    const r = await slots.session({ privacy_level: 'anonymous' });
    const gone = await slots.slot(r, { seats: 2 });
    const absent = await slots.seated(r);
    await slots.book(absent, gone);
    const told = await EventLog.of(run, [r.session_id]);
    clock.advance(msUntilMorning(run));
    await slots.noteAbsent(r);
    await told.read(() => undefined);
    await slots.cancel(r, gone);
    await told.read(() => undefined);
    expect(told.files(absent.id).map(({ template }) => template)).toEqual(['decided']);
    expect(told.written(absent.id)).toHaveLength(1);
  });

  it('is not sent for a slot that is over when the researcher cancels it', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const over = await slots.slot(r, { seats: 2 });
    const both = [await slots.seated(r), await slots.seated(r)];
    for (const one of both) await slots.book(one, over);
    const told = await EventLog.of(run, [r.session_id]);
    clock.advance(days(11));
    await slots.noteAbsent(r);
    expect((await slots.cancel(r, over)).status).toBe(204);
    await told.read(() => undefined);
    // One of the two people gets an email about the absence; neither gets one about the cancelled
    // slot.
    expect(
      both.flatMap(({ id }) => told.written(id)).map(({ content }) => content.subject),
    ).toEqual([expect.stringMatching(/^(?!.*slot)/i)]);
    expect(both.flatMap(({ id }) => told.files(id))).toEqual([]);
  });

  it('is one email, about the last slot, if two slots were given up one after the other', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const first = await slots.slot(r);
    const second = await slots.slot(r, { starts: timeInDays(run, 12) });
    const third = await slots.slot(r, { starts: timeInDays(run, 13) });
    const [one, other] = [await slots.seated(r), await slots.seated(r)];
    const told = await EventLog.of(run, [r.session_id]);
    await slots.book(one, first);
    await slots.giveUp(one);
    await slots.book(one, second);
    await slots.giveUp(one);
    // One slot was cancelled, and a different one was given up afterwards.
    await slots.book(other, third);
    await slots.cancel(r, third);
    await slots.book(other, first);
    await slots.giveUp(other);
    await told.read(() => undefined);
    const day = (n: number) => timeInDays(run, n).slice(0, 10).replaceAll('-', '');
    for (const [each, n] of [
      [one, 12],
      [other, 10],
    ] as const) {
      expect(told.files(each.id).map(({ template }) => template)).toEqual(['slot-given-up']);
      const [file] = told.files(each.id);
      expect(readIcs(file?.ics ?? '').events[0]?.DTSTART).toContain(day(n));
    }
  });

  it('suggests no other slot if none is left', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const [first, last] = [
      await slots.slot(r),
      await slots.slot(r, { starts: timeInDays(run, 12) }),
    ];
    const [one, other] = [await slots.seated(r), await slots.seated(r)];
    await slots.book(one, first);
    await slots.book(other, last);
    const told = await EventLog.of(run, [r.session_id]);
    const textTo = ({ id }: SeatedPerson) =>
      told
        .written(id)
        .map(({ content }) => content.text)
        .join(' ')
        .replace(/\s+/g, ' ');
    await slots.cancel(r, first);
    await told.read(() => undefined);
    expect(textTo(one)).toContain('choose another slot');
    await eraseAccount(run, r.researcher._id);
    await job();
    await told.read(() => undefined);
    expect(textTo(other)).toContain('at present there is no other one to choose');
    expect(textTo(other)).not.toContain('choose another slot');
  });

  it('does not mention a slot that was given up before', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const one = await slots.seated(r);
    await slots.book(one, await slots.slot(r));
    await slots.giveUp(one);
    const told = await EventLog.of(run, [r.session_id]);
    await act(one, { action: 'withdraw' });
    await told.read(() => undefined);
    expect(told.written(one.id)).toEqual([]);
  });
});
