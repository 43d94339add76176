// @lane quick
import { messagesLimits } from '../../../contracts/messages/limits';
import type { Conversation, Message } from '../../../contracts/messages/messages';
import { ForgetMessagesJob } from '../../../server/messages/forget-messages.job';
import { days } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { CommandBus } from '@nestjs/cqrs';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { errorCodeOf, privacyLevelRequestsOf } from '../enrolment/rosters/levels';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  // The tests execute commands and jobs, which are found by their classes. The shared application
  // has other copies of these classes, so this file starts its own application.
  run = await startApp({ clock });
});
afterAll(() => run.close());

interface Talk {
  study: RecruitingStudy;
  participant: TestPerson;
  id: string;
  entry: string;
}
/** Makes a participant of a new study, and finds the participant's line on the roster. */
const talk = async (privacy_level: string, app = run): Promise<Talk> => {
  const study = await recruit(app, { privacy_level, capacity: 20 });
  const participant = await makePerson(app.source);
  const on = privacyLevelRequestsOf(app);
  const id = await on.takePart(study, participant);
  const [line] = await on.roster(study);
  return { study, participant, id, entry: line?.entry ?? '' };
};
const ofParticipant = ({ id }: Talk) => `/api/participations/${id}/messages/`;
const ofResearcher = ({ study, entry }: Talk) =>
  `/api/sessions/${study.session_id}/roster/${entry}/messages/`;
const post = (path: string, who: TestPerson, text: string, confirmed = false) =>
  run
    .http()
    .post(path)
    .set(who.headers)
    .send({ text, ...(confirmed && { ends_anonymity: true }) });
const listed = async <T>(path: string, who: TestPerson) =>
  (await bodyOf<{ items: T[] }>(run.http().get(path).set(who.headers).expect(200))).items;
const stored = (id: string): Promise<{ text: Buffer; sent_at: Date; position: number }[]> =>
  run.source.query(
    `SELECT text, sent_at, position FROM research.message WHERE participation_id = $1
     ORDER BY position`,
    [id],
  );

describe('Messages about a participation', () => {
  it('reach the other side, in order, and are stored encrypted', async () => {
    const it = await talk('roster_on_start');
    await post(ofParticipant(it), it.participant, 'Which <b>room</b>?').expect(201);
    await post(ofResearcher(it), it.study.researcher, 'Room 12').expect(201);
    for (const [path, who] of [
      [ofParticipant(it), it.participant],
      [ofResearcher(it), it.study.researcher],
    ] as const)
      expect((await listed<Message>(path, who)).map((one) => [one.from, one.text])).toEqual([
        ['researcher', 'Room 12'],
        ['participant', 'Which <b>room</b>?'],
      ]);
    for (const { text } of await stored(it.id))
      expect(text.toString('latin1')).not.toMatch(/room/i);
  });

  it('name neither side, and show only the day in an anonymous session', async () => {
    const it = await talk('anonymous');
    await post(ofParticipant(it), it.participant, 'A question', true).expect(201);
    const path = `/api/sessions/${it.study.session_id}/conversations/`;
    const [one] = await listed<Conversation>(path, it.study.researcher);
    const day = clock.now().toISOString().slice(0, 10);
    expect(one).toMatchObject({ messages: 1, last_from: 'participant', last_day: day });
    const [message] = await listed<Message>(ofResearcher(it), it.study.researcher);
    expect(message).toMatchObject({ from: 'participant', day, at: null });
    const shown = JSON.stringify([one, message]);
    for (const value of [it.id, it.participant._id, it.participant.email])
      expect(shown).not.toContain(value);
    const [row] = await stored(it.id);
    expect(row?.sent_at.toISOString()).toBe(`${day}T00:00:00.000Z`);
  });

  it('need a confirmation before the first message of each side, in an anonymous session only', async () => {
    const it = await talk('anonymous');
    const { researcher } = it.study;
    for (const [path, who] of [
      [ofParticipant(it), it.participant],
      [ofResearcher(it), researcher],
    ] as const) {
      expect(errorCodeOf(await post(path, who, 'First').expect(409))).toBe(
        'anonymity_not_confirmed',
      );
      await post(path, who, 'First', true).expect(201);
      await post(path, who, 'Second').expect(201);
    }
    const named = await talk('roster_on_completion');
    await post(ofParticipant(named), named.participant, 'First').expect(201);
  });

  it('are not found by other people, or by the address of a line in another session', async () => {
    const [it, other] = [await talk('anonymous'), await talk('anonymous')];
    const strangers = [await makePerson(run.source), other.participant, it.study.researcher];
    for (const stranger of strangers) {
      await run.http().get(ofParticipant(it)).set(stranger.headers).expect(404);
      await post(ofParticipant(it), stranger, 'Hello', true).expect(404);
    }
    for (const stranger of [await makeResearcher(run.source), other.study.researcher])
      await post(ofResearcher(it), stranger, 'Hello', true).expect(404);
    await post(ofResearcher({ ...it, entry: other.entry }), it.study.researcher, 'x', true).expect(
      404,
    );
    await run
      .http()
      .get(`/api/sessions/${it.study.session_id}/conversations/`)
      .set(other.study.researcher.headers)
      .expect(404);
    expect(await stored(it.id)).toEqual([]);
  });

  it('get consecutive positions when twenty are sent at the same time', async () => {
    const it = await talk('roster_on_start');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2
          ? post(ofParticipant(it), it.participant, `${n}`)
          : post(ofResearcher(it), it.study.researcher, `${n}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect((await stored(it.id)).map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  });

  it('are refused when they are too long or empty', async () => {
    const it = await talk('roster_on_start');
    for (const text of ['x'.repeat(50_000), 'x'.repeat(5_001), '  '])
      expect(errorCodeOf(await post(ofParticipant(it), it.participant, text))).toBe(
        'validation_failed',
      );
    expect(await stored(it.id)).toEqual([]);
  });

  it('are deleted 90 days after the last transition, and new ones are refused from then on', async () => {
    const it = await talk('roster_on_start');
    const fresh = await talk('roster_on_start');
    for (const one of [it, fresh])
      await post(ofParticipant(one), one.participant, 'Hello').expect(201);
    await run.source.query(
      `UPDATE research.participation SET updated_at = $2::timestamptz - interval '90 days' WHERE id = $1`,
      [it.id, clock.now()],
    );
    expect(errorCodeOf(await post(ofParticipant(it), it.participant, 'Late').expect(409))).toBe(
      'conversation_ended',
    );
    await new ForgetMessagesJob(run.app.get(UnitOfWork), clock).run();
    expect(await stored(it.id)).toEqual([]);
    expect(await stored(fresh.id)).toHaveLength(1);
  });

  it('can be written until a whole day is over, so that the end does not reveal the hour of a transition', async () => {
    const it = await talk('anonymous');
    const today = Date.parse(clock.now().toISOString().slice(0, 10));
    const endedAfter = async (updated: number) => {
      await run.source.query(`UPDATE research.participation SET updated_at = $2 WHERE id = $1`, [
        it.id,
        new Date(updated),
      ]);
      const answer = await run
        .http()
        .get(ofResearcher(it))
        .set(it.study.researcher.headers)
        .expect(200);
      return (answer.body as { ended: boolean }).ended;
    };
    const theDay = today - days(messagesLimits.messageDays);
    // Tests the first and the last moment of the day, and the first moment after it.
    expect(await endedAfter(theDay)).toBe(true);
    expect(await endedAfter(theDay + days(1) - 1)).toBe(true);
    expect(await endedAfter(theDay + days(1))).toBe(false);
  });

  it('are erased with the account of the participant', async () => {
    const it = await talk('anonymous');
    await post(ofParticipant(it), it.participant, 'I am Ada', true).expect(201);
    const purge = () => run.app.get(CommandBus).execute(new PurgeAccount(it.participant._id));
    await purge();
    expect(await stored(it.id)).toHaveLength(1);
    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
      it.participant._id,
      clock.now(),
    ]);
    await purge();
    expect(await stored(it.id)).toEqual([]);
  });

  it('are refused beyond an hourly limit for each account, while the other side can still write', async () => {
    const limited = await startApp({ environment: { RATE_LIMITS: 'on' } });
    try {
      const it = await talk('roster_on_start', limited);
      const write = (path: string, who: TestPerson) =>
        limited.http().post(path).set(who.headers).send({ text: 'Hello' });
      for (let n = 0; n < messagesLimits.messagesPerAccountAndHour; n++)
        await write(ofParticipant(it), it.participant).expect(201);
      const refused = await write(ofParticipant(it), it.participant).expect(429);
      expect(errorCodeOf(refused)).toBe('too_many_requests');
      await write(ofResearcher(it), it.study.researcher).expect(201);
    } finally {
      await limited.close();
    }
  });
});
