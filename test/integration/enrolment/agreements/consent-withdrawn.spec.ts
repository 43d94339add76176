import type { RunningApp } from '../../../support/app/launch-app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../../support/people/people';
import {
  recruit,
  type RecruitingStudy,
  type RecruitingOptions,
} from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { participationEndMails } from '../../../../server/enrolment/mails/ended.mail';
import { eventually } from '../../../support/chance/wait';
import { countLockWaits } from '../../../support/engines/locks';
import { lockTableRows } from '../locked-rows';
import { schedulingRequestsOf } from '../sessions/scheduling';
import { injectedRequestsOf, type InjectedResponse } from '../direct-requests';
import { writeParticipationMail } from '../written-mail';

const reason = 'The ethics board asked for another wording.';

let run: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
let change: ReturnType<typeof schedulingRequestsOf>['change'];
beforeAll(async () => {
  run = await sharedApp();
  asking = injectedRequestsOf(run);
  ({ change } = schedulingRequestsOf(run));
});
afterAll(() => run.close());

const withdraw = (r: RecruitingStudy, who: TestPerson = r.researcher, version = r.consent._id) =>
  asking.ask('PUT', `/api/studies/${r.study_id}/consent/${version}/`, who, {
    state: 'invalid',
    reason,
  });
const mine = async (who: TestPerson) =>
  (
    await asking.ask<{
      items: { state: string; consent_withdrawn: boolean }[];
    }>('GET', '/api/participations/', who)
  ).body.items[0];
const session = async (r: RecruitingStudy) =>
  (await asking.ask('GET', `/api/sessions/${r.session_id}/`, r.researcher)).body;
/**
 * Reads the ids of the participations for which the server recorded an event that sends an email.
 */
const told = async (r: RecruitingStudy) => {
  const rows: { id: string }[] = await run.source.query(
    `SELECT data ->> 'participation_id' AS id FROM platform.outbox
     WHERE name = 'enrolment.consent-withdrawn' AND data ->> 'session_id' = $1`,
    [r.session_id],
  );
  return rows.map(({ id }) => id).sort();
};
async function withPeople(count: number, options: RecruitingOptions = {}) {
  const r = await recruit(run, { capacity: count, ...options });
  const people = await Promise.all(Array.from({ length: count }, () => makePerson(run.source)));
  const seats: InjectedResponse[] = [];
  for (const person of people) seats.push(await asking.enrol(r, person));
  const [first, second] = seats.map(({ body }) => body._id);
  return { r, people, first: first ?? '', second: second ?? '', ids: seats.map((s) => s.body._id) };
}

describe('A withdrawn consent form', () => {
  it('pauses its sessions for good and blocks start, enrolment and the acceptance of an offered seat', async () => {
    const { r, people, first } = await withPeople(1);
    const [one] = people as [TestPerson];
    const waiting = await makePerson(run.source);
    const place = await asking.enrol(r, waiting, { waitlist: true });
    expect((await withdraw(r)).body).toMatchObject({ withdrawn: { reason } });
    expect(await session(r)).toMatchObject({ state: 'paused', consent_withdrawn: true });
    const refused = { status: 409, body: { code: 'consent_invalid' } };
    expect(await asking.transition(first, one, 'start')).toMatchObject(refused);
    expect(await change(r.session_id, r.researcher, { state: 'active' })).toMatchObject(refused);
    expect(await asking.enrol(r, await makePerson(run.source))).toMatchObject({
      body: { code: 'session_not_active' },
    });
    // A freed seat is not offered while the session is paused.
    await asking.transition(first, one, 'withdraw');
    expect(await mine(waiting)).toMatchObject({ state: 'waitlisted', consent_withdrawn: true });
    expect(place.body.state).toBe('waitlisted');
    expect((await change(r.session_id, r.researcher, { state: 'closed' })).status).toBe(200);
  });

  it('blocks the acceptance of an offer that was made before the withdrawal', async () => {
    const { r, people, first } = await withPeople(1);
    const [one] = people as [TestPerson];
    const waiting = await makePerson(run.source);
    const place = await asking.enrol(r, waiting, { waitlist: true });
    await asking.transition(first, one, 'withdraw');
    expect(await mine(waiting)).toMatchObject({ state: 'offered' });
    await withdraw(r);
    expect(await asking.transition(place.body._id, waiting, 'accept')).toMatchObject({
      body: { code: 'consent_invalid' },
    });
  });

  it('lets participants who started finish or leave, and emails the reason to all with a seat', async () => {
    const { r, people, first, second, ids } = await withPeople(3);
    const [one, two, three] = people as [TestPerson, TestPerson, TestPerson];
    await asking.transition(first, one, 'start');
    await asking.transition(second, two, 'withdraw');
    await withdraw(r);
    expect(await told(r)).toEqual([first, ids[2]].sort());
    for (const id of [first, ids[2] ?? '']) {
      const mail = await writeParticipationMail(
        run,
        participationEndMails,
        'consent-withdrawn',
        'enrolment.consent-withdrawn',
        r,
        id,
      );
      expect(mail?.content.text).toContain(reason);
    }
    expect(await mine(three)).toMatchObject({ state: 'enrolled', consent_withdrawn: true });
    expect((await asking.transition(first, one, 'complete')).body.state).toBe('completed');
  });

  it('sends no second email when it is withdrawn a second time, and keeps the first reason', async () => {
    const { r, ids } = await withPeople(2);
    await withdraw(r);
    const again = await asking.ask(
      'PUT',
      `/api/studies/${r.study_id}/consent/${r.consent._id}/`,
      r.researcher,
      { state: 'invalid', reason: 'Another reason.' },
    );
    expect(again).toMatchObject({ status: 200, body: { withdrawn: { reason } } });
    expect(await told(r)).toEqual(ids.sort());
  });

  it('keeps its sessions from opening at their date, and keeps the description of the study hidden', async () => {
    const opens_at = new Date(run.clock.now().getTime() + 60_000).toISOString();
    const r = await recruit(run, { opens_at });
    await withdraw(r);
    run.clock.advance(61_000);
    expect(await session(r)).toMatchObject({ state: 'paused' });
    const early = await recruit(run, {
      opens_at: new Date(run.clock.now().getTime() + 60_000).toISOString(),
    });
    await withdraw(early);
    expect((await asking.ask('GET', `/api/studies/${early.study_id}/`)).body).toMatchObject({
      description: null,
    });
  });

  it('leaves sessions of other versions open, and is not valid for a new launch', async () => {
    const r = await recruit(run, { capacity: 3 });
    const newer = await asking.ask('PUT', `/api/studies/${r.study_id}/consent/`, r.researcher, {
      title: 'Consent',
      body_markdown: 'Newer.',
    });
    await withdraw(r, r.researcher, newer.body._id);
    expect(await session(r)).toMatchObject({ state: 'active', consent_withdrawn: false });
    const next = await asking.ask('POST', `/api/studies/${r.study_id}/sessions/`, r.researcher, {
      capacity: 3,
    });
    expect(await change(next.body._id, r.researcher, { state: 'active' })).toMatchObject({
      body: { code: 'consent_missing' },
    });
  });

  it('pauses a session whose launch read the form before the withdrawal and commits after it', async () => {
    const r = await recruit(run, { capacity: 3 });
    const next = await asking.ask('POST', `/api/studies/${r.study_id}/sessions/`, r.researcher, {
      capacity: 3,
    });
    const newer = await asking.ask('PUT', `/api/studies/${r.study_id}/consent/`, r.researcher, {
      title: 'Consent',
      body_markdown: 'Newer.',
    });
    // The launch has read that the form is valid, and then waits for this lock, because it writes a
    // foreign key to the form.
    const release = await lockTableRows(run, 'research.consent', newer.body._id);
    const waiting = async (count: number) =>
      eventually(
        () => countLockWaits(run.source),
        (n) => n >= count,
      );
    try {
      const launched = change(next.body._id, r.researcher, { state: 'active' });
      await waiting(1);
      const withdrawn = withdraw(r, r.researcher, newer.body._id);
      await waiting(2);
      await release();
      expect([(await launched).status, (await withdrawn).status]).toEqual([200, 200]);
    } finally {
      await release();
    }
    expect(await session({ ...r, session_id: next.body._id })).toMatchObject({
      state: 'paused',
      consent_withdrawn: true,
    });
    expect(await session(r)).toMatchObject({ state: 'active', consent_withdrawn: false });
  });
});

describe('The right to withdraw a consent form', () => {
  it('belongs to the people of the study and to administrators; a version of another study is not found', async () => {
    const r = await recruit(run);
    const other = await recruit(run);
    expect(await withdraw(r, await makePerson(run.source))).toMatchObject({ status: 403 });
    expect(await withdraw(r, await makeResearcher(run.source))).toMatchObject({ status: 403 });
    expect(await withdraw(r, r.researcher, other.consent._id)).toMatchObject({ status: 404 });
    expect(await withdraw(r, await makeAdministrator(run.source))).toMatchObject({ status: 200 });
    expect(await session(r)).toMatchObject({ consent_withdrawn: true });
    const [record]: { details: object }[] = await run.source.query(
      `SELECT details FROM platform.audit WHERE action = 'consent-withdrawn' AND details ->> 'study_id' = $1`,
      [r.study_id],
    );
    expect(record?.details).toEqual({ study_id: r.study_id, consent_id: r.consent._id });
  });
});
