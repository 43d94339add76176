import type { RunningApp } from '../../../support/app/launch-app';
import { moveStepsToYesterday } from '../../../support/people/a-day-ago';
import { bodyOf } from '../../../support/app/body-of';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { SendBroadcastsJob } from '../../../../server/messages/send-broadcasts.job';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../../server/platform/security/secrets';
import { privacyLevelRequestsOf, type RosterEntryBody } from './levels';

let run: RunningApp;
let on: ReturnType<typeof privacyLevelRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  on = privacyLevelRequestsOf(run);
});
afterAll(() => run.close());

const list = async <T>(path: string, who: TestPerson): Promise<T[]> =>
  (await bodyOf<{ items: T[] }>(run.http().get(path).set(who.headers).expect(200))).items;
/** Reads the roster as it is now. */
const roster = (r: RecruitingStudy, query = ''): Promise<RosterEntryBody[]> =>
  list(`/api/sessions/${r.session_id}/roster/${query}`, r.researcher);
const states = async (r: RecruitingStudy) =>
  (await roster(r)).map(({ tag, state }) => [tag, state]);
const decide = (r: RecruitingStudy, { entry }: RosterEntryBody, action: string) =>
  on.send('put', `/api/sessions/${r.session_id}/roster/${entry}/`, r.researcher, { action });
const decideByTag = (r: RecruitingStudy, tag: string, action: string) =>
  on.send('post', `/api/sessions/${r.session_id}/decisions/`, r.researcher, {
    decisions: [{ tag, decision: { action } }],
  });

describe('The roster of an anonymous session, which shows a change of state on the next day,', () => {
  it('reveals to a reader who polls it all day no moment of an enrolment or a start', async () => {
    const r = await recruit(run, { capacity: 5 });
    const [first, second] = await makePeople(run.source, 2);
    if (!first || !second) throw new Error('two people');
    const id = await on.takePart(r, first);
    expect(await roster(r)).toEqual([]);
    await moveStepsToYesterday(run, r.session_id);
    const before = await states(r);
    expect(before.map(([, state]) => state)).toEqual(['enrolled']);
    await on.move(id, first, 'start').expect(200);
    await on.takePart(r, second, 'withdraw');
    expect(await states(r)).toEqual(before);
    expect(await roster(r, '?state=started')).toEqual([]);
    expect(await roster(r, '?state=enrolled')).toHaveLength(1);
    await on.move(id, first, 'complete').expect(200);
    expect(await states(r)).toEqual(before);
    await moveStepsToYesterday(run, r.session_id);
    expect((await states(r)).map(([, state]) => state).sort()).toEqual(['completed', 'withdrawn']);
  });

  it('refuses a decision that only a change of today would make possible, like any impossible decision', async () => {
    const r = await recruit(run, { capacity: 5 });
    const person = await makePerson(run.source);
    const id = await on.takePart(r, person);
    await moveStepsToYesterday(run, r.session_id);
    for (const action of ['start', 'complete']) await on.move(id, person, action).expect(200);
    await on.takePart(r, await makePerson(run.source), 'start', 'complete');
    const [line] = await roster(r);
    if (!line) throw new Error('no line');
    expect((await decide(r, line, 'approve')).body).toMatchObject({
      code: 'illegal_transition',
      description: 'This is not possible in the present state: enrolled.',
    });
    expect((await decideByTag(r, line.tag, 'approve')).body).toMatchObject({
      fields: [{ path: 'decisions.0.tag', code: 'not_possible_now' }],
    });
    await moveStepsToYesterday(run, r.session_id);
    const [one, other] = await roster(r);
    if (!one || !other) throw new Error('two lines');
    await decide(r, one, 'approve').expect(200);
    await decideByTag(r, other.tag, 'approve').expect(200);
    // The researcher sees their own decision immediately.
    expect((await states(r)).map(([, state]) => state)).toEqual(['approved', 'approved']);
  });

  it('rejects decisions about the tag of a participant who enrolled today as unknown', async () => {
    const r = await recruit(run, { capacity: 5 });
    const person = await makePerson(run.source);
    await on.takePart(r, person, 'start', 'complete');
    const [line] = await on.roster(r);
    const today = await recruit(run, { researcher: r.researcher });
    await on.takePart(today, person, 'start', 'complete');
    expect((await decideByTag(today, line?.tag ?? '', 'approve')).body).toMatchObject({
      fields: [{ path: 'decisions.0.tag', code: 'unknown_tag' }],
    });
  });

  it('keeps the line of a participant who enrols today in another session, where the line appears tomorrow', async () => {
    const r = await recruit(run, { capacity: 5 });
    const other = await on.another(r, 'anonymous');
    const [stays, goes] = await makePeople(run.source, 2);
    if (!stays || !goes) throw new Error('two people');
    await on.takePart(r, stays, 'withdraw');
    await on.takePart(r, goes, 'withdraw');
    await moveStepsToYesterday(run, r.session_id);
    const before = await states(r);
    expect(before.map(([, state]) => state)).toEqual(['withdrawn', 'withdrawn']);
    await on.takePart(r, stays);
    await on.takePart(other, goes);
    expect(await states(r)).toEqual(before);
    expect(await roster(other)).toEqual([]);
    await moveStepsToYesterday(run, r.session_id);
    await moveStepsToYesterday(run, other.session_id);
    expect((await states(r)).map(([, state]) => state)).toEqual(['enrolled']);
    expect((await states(other)).map(([, state]) => state)).toEqual(['enrolled']);
  });

  it('sends a message by state to participants whose line shows that state, and to no newcomers of today', async () => {
    const r = await recruit(run, { capacity: 5 });
    const [old, young] = await makePeople(run.source, 2);
    if (!old || !young) throw new Error('two people');
    const ofOld = await on.takePart(r, old);
    await moveStepsToYesterday(run, r.session_id);
    await on.move(ofOld, old, 'start').expect(200);
    const ofYoung = await on.takePart(r, young, 'start');
    const { app, clock } = run;
    const sentTo = async (states: string[]) => {
      await on
        .send('post', `/api/sessions/${r.session_id}/broadcasts/`, r.researcher, {
          text: 'The second part begins.',
          states,
          ends_anonymity: true,
        })
        .expect(202);
      await new SendBroadcastsJob(app.get(UnitOfWork), app.get(Secrets), clock).run();
    };
    const got = async (id: string, who: TestPerson) =>
      (await list(`/api/participations/${id}/messages/`, who)).length;
    await sentTo(['started']);
    expect([await got(ofOld, old), await got(ofYoung, young)]).toEqual([0, 0]);
    await sentTo(['enrolled']);
    expect([await got(ofOld, old), await got(ofYoung, young)]).toEqual([1, 0]);
    const sent = await list<{ sent: number }>(
      `/api/sessions/${r.session_id}/broadcasts/`,
      r.researcher,
    );
    expect(sent.map((one) => one.sent).sort()).toEqual([0, 1]);
    const lists = [
      `/api/sessions/${r.session_id}/conversations/`,
      '/api/conversations/of-studies/',
    ];
    for (const path of lists) expect(await list(path, r.researcher)).toHaveLength(1);
    await moveStepsToYesterday(run, r.session_id);
    for (const path of lists) expect(await list(path, r.researcher)).toHaveLength(1);
  });

  it('keeps a conversation with the line of a participant who moves to another session today', async () => {
    const r = await recruit(run, { capacity: 5 });
    const other = await on.another(r, 'anonymous');
    const [stays, goes] = await makePeople(run.source, 2);
    if (!stays || !goes) throw new Error('two people');
    for (const who of [stays, goes]) {
      const id = await on.takePart(r, who, 'withdraw');
      await on
        .send('post', `/api/participations/${id}/messages/`, who, {
          text: 'I cannot come.',
          ends_anonymity: true,
        })
        .expect(201);
    }
    await moveStepsToYesterday(run, r.session_id);
    const told = async () => {
      const lines = await roster(r);
      const answers = [];
      for (const { entry } of lines) {
        const path = `/api/sessions/${r.session_id}/roster/${entry}/messages/`;
        const answer = await run.http().get(path).set(r.researcher.headers);
        const { items, ended, tag } = answer.body as {
          items: object[];
          ended: boolean;
          tag: string;
        };
        answers.push({ status: answer.status, messages: items.length, ended, tag });
      }
      const talks = `/api/sessions/${r.session_id}/conversations/`;
      const listed = await list<{ tag: string }>(talks, r.researcher);
      const inbox = await list<{ tag: string }>('/api/conversations/of-studies/', r.researcher);
      return {
        answers,
        talks: listed.map(({ tag }) => tag),
        inbox: inbox.map(({ tag }) => tag).sort(),
      };
    };
    const before = await told();
    expect(before.talks).toHaveLength(2);
    await on.takePart(other, goes);
    expect(await told()).toEqual(before);
    const path = `/api/sessions/${r.session_id}/broadcasts/`;
    const body = { text: 'See you.', states: ['withdrawn'], ends_anonymity: true };
    await on.send('post', path, r.researcher, body).expect(202);
    const { app, clock } = run;
    await new SendBroadcastsJob(app.get(UnitOfWork), app.get(Secrets), clock).run();
    expect(await list<object>(path, r.researcher)).toMatchObject([{ sent: 2 }]);
  });
});
