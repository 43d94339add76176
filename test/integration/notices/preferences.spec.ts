/**
 * @lane quick
 */
import { makePerson, type TestPerson } from '../../support/people/people';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { noticeRequestsOf } from './choosing';

let run: RunningApp;
let person: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
});
beforeEach(async () => {
  person = await makePerson(run.source);
});
afterAll(() => run.close());

describe('The mail preferences of a person', () => {
  it('have all mails on by default, except the one about new studies', async () => {
    expect(await noticeRequestsOf(run).read(person)).toEqual({
      wanted: {
        reminder: true,
        slot_change: true,
        decision: true,
        session_closing: true,
        message: true,
        new_studies: false,
      },
      zone: null,
      quiet: null,
    });
  });

  it('change only in the sent fields, also when two tabs send at the same moment', async () => {
    const { change, read } = noticeRequestsOf(run);
    await Promise.all([
      change(person, { wanted: { reminder: false } }),
      change(person, { wanted: { new_studies: true }, zone: 'Asia/Kathmandu' }),
      change(person, { quiet: { from: '21:00', until: '07:30' } }),
      change(person, { wanted: { decision: false } }),
    ]);
    expect(await read(person)).toEqual({
      wanted: {
        reminder: false,
        slot_change: true,
        decision: false,
        session_closing: true,
        message: true,
        new_studies: true,
      },
      zone: 'Asia/Kathmandu',
      quiet: { from: '21:00', until: '07:30' },
    });
    await change(person, { wanted: { reminder: true }, quiet: null });
    expect(await read(person)).toMatchObject({ wanted: { reminder: true }, quiet: null });
  });

  it('keep every choice of simultaneous requests', async () => {
    const { change, read } = noticeRequestsOf(run);
    const kinds = ['reminder', 'slot_change', 'decision', 'session_closing', 'message'] as const;
    for (let round = 0; round < 10; round++) {
      const isOn = round % 2 === 1;
      await Promise.all(kinds.map((kind) => change(person, { wanted: { [kind]: isOn } })));
      const { wanted } = await read(person);
      expect(kinds.map((kind) => wanted[kind])).toEqual(kinds.map(() => isOn));
    }
  });

  it('belong to one person', async () => {
    const { change, read } = noticeRequestsOf(run);
    const other = await makePerson(run.source);
    await change(person, { wanted: { reminder: false } });
    expect((await read(other)).wanted.reminder).toBe(true);
  });

  it.each([
    [{ zone: 'Europe/Nowhere' }],
    [{ zone: '+02:00' }],
    [{ zone: '../../etc/passwd' }],
    [{ quiet: { from: '21:00', until: '21:00' } }],
    [{ quiet: { from: '24:00', until: '07:00' } }],
    [{ quiet: { from: '21:00' } }],
    [{ wanted: { verification: false } }],
    [{ wanted: { reminder: 'no' } }],
  ])('refuse an invalid value: %j', async (change) => {
    const { ask, read } = noticeRequestsOf(run);
    const before = await read(person);
    const { status, body } = await ask(person, 'PUT', change);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(await read(person)).toEqual(before);
  });
});
