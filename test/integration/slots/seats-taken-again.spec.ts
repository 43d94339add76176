import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { EventLog } from '../model/event-log';
import { eraseAccount } from '../accounts/deletion/erased';
import { slotRequestsOf, type SeatedPerson } from './booking';

let run: RunningApp;
let slots: ReturnType<typeof slotRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  slots = slotRequestsOf(run);
});
afterAll(() => run.close());

const act = ({ person, id }: SeatedPerson, action: string) =>
  slots.ask('PUT', `/api/participations/${id}/`, person, { action });

/**
 * Makes a participant who booked a slot and then left the seat, which sends one email. `since`
 * reads all later emails to the participant.
 */
async function left() {
  const r = await slots.session({ privacy_level: 'roster_on_start' });
  const one = await slots.seated(r);
  await slots.book(one, await slots.slot(r));
  const told = await EventLog.of(run, [r.session_id]);
  await act(one, 'withdraw');
  await told.read(() => undefined);
  expect(told.written(one.id).map(({ content }) => content.subject)).toEqual([
    expect.stringMatching(/is off/),
  ]);
  const since = async () => {
    await told.read(() => undefined);
    return told.written(one.id).slice(1);
  };
  return { r, one, since };
}

describe('A participant who left with a slot and enrols a second time', () => {
  it('gets no email about the former slot when they leave a second time', async () => {
    const { r, one, since } = await left();
    const again = await slots.seated(r, one.person);
    expect(again.id).toBe(one.id);
    await act(again, 'withdraw');
    expect(await since()).toEqual([]);
  });

  it('gets an email about a cancelled participation that contains no text and no file of the former slot', async () => {
    const { r, one, since } = await left();
    await slots.seated(r, one.person);
    const { status } = await slots.ask('PUT', `/api/participations/${one.id}/`, r.researcher, {
      action: 'nullify',
      reason: 'The room is flooded.',
    });
    expect(status).toBe(200);
    const [decided, ...others] = await since();
    expect(others).toEqual([]);
    expect(decided?.content.text).not.toMatch(/need to come/);
    expect(decided?.attachment).toBeUndefined();
  });
});

it('the booking and its traces are deleted when a participant deletes the account during the study', async () => {
  const r = await slots.session({ privacy_level: 'roster_on_start' });
  const one = await slots.seated(r);
  const slot = await slots.slot(r);
  await slots.book(one, slot);
  const [line] = await slots.attendance(r);
  expect((await slots.decide(r, line?.entry ?? '', 'attend')).status).toBe(200);
  await eraseAccount(run, one.person._id);
  const remembered = async () => {
    const rows: object[] = await run.source.query(
      `SELECT FROM research.booking WHERE participation_id = $1
       UNION ALL SELECT FROM research.former_booking WHERE participation_id = $1`,
      [one.id],
    );
    return rows.length;
  };
  expect(await remembered()).toBe(0);
  expect((await slots.cancel(r, slot)).status).toBeLessThan(300);
  expect(await remembered()).toBe(0);
});
