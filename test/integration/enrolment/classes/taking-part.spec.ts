import type { Study } from '../../../../contracts/studies/studies';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../../support/people/recruiting';
import { classSessionsIn } from '../../teaching/rigs/class-sessions';
import { injectedRequestsOf } from '../direct-requests';

let run: RunningApp;
let rig: ReturnType<typeof classSessionsIn>;
let asking: ReturnType<typeof injectedRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  rig = classSessionsIn(run);
  asking = injectedRequestsOf(run);
});
afterAll(() => run.close());

/**
 * @returns what the server answers to this person's requests: for the study's page and its enrol
 * button, for the consent form of the session, and for an enrolment
 */
async function seenBy(r: RecruitingStudy, who: TestPerson | undefined) {
  const page = await asking.ask<Study & { code?: string }>(
    'GET',
    `/api/studies/${r.study_id}/?session=${r.session_id}`,
    who,
  );
  const form = await asking.ask(
    'GET',
    `/api/studies/${r.study_id}/consent/?session=${r.session_id}`,
    who,
  );
  const seat = who && (await asking.enrol(r, who));
  return {
    page: page.status,
    button: page.status === 200 ? page.body.enrolment.button : null,
    form: form.status,
    seat: seat && (seat.status < 400 ? seat.status : seat.body.code),
  };
}
const nothing = { page: 404, button: null, form: 404, seat: 'not_found' };

describe('a session of a class', () => {
  it('exists only for students of the class', async () => {
    const room = await rig.buildingClass();
    const other = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id);
    expect(await seenBy(r, room.student)).toEqual({
      page: 200,
      button: 'enroll_now',
      form: 200,
      seat: 201,
    });
    const others = {
      instructor: room.instructor,
      assistant: room.assistant,
      'student of another class': other.student,
      'builder of another class': other.builder,
      participant: await makePerson(run.source),
    };
    for (const [name, who] of Object.entries(others))
      expect([name, await seenBy(r, who)]).toEqual([name, nothing]);
    expect(await seenBy(r, undefined)).toMatchObject({ page: 404, form: 404 });
    expect((await asking.ask('GET', `/api/studies/${r.study_id}/`, room.instructor)).status).toBe(
      404,
    );
  });

  it('exists for students who join the class later, even if its students may no longer build studies', async () => {
    const room = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id);
    const late = await makePerson(run.source);
    expect(await seenBy(r, late)).toEqual(nothing);
    await rig.join(room.id, late);
    await rig.letBuild(room.id, false);
    expect(await seenBy(r, late)).toMatchObject({ page: 200, seat: 201 });
  });

  it('gives no seat to the group that builds the study', async () => {
    const room = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id);
    await run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, 'viewer', now())`,
      [room.mate._id, r.study_id],
    );
    for (const who of [room.builder, room.mate])
      expect(await seenBy(r, who)).toMatchObject({
        page: 200,
        button: 'not_eligible',
        seat: 'own_study',
      });
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 0 });
  });

  it.each(['closed', 'archived'] as const)(
    'is hidden in a classroom that is %s, except from its participants',
    async (state) => {
      const room = await rig.buildingClass();
      const r = await rig.recruitInClass(room.builder, room.id);
      const { body } = await asking.enrol(r, room.student);
      await rig.setState(room.id, state);
      expect(await seenBy(r, room.mate)).toEqual(nothing);
      expect(await seenBy(r, room.student)).toEqual({
        page: 200,
        button: 'enrolled',
        form: 200,
        seat: 200,
      });
      expect((await asking.transition(body._id, room.student, 'start')).status).toBe(200);
    },
  );

  it('keeps the participation of a student who leaves the class, and accepts no further one from them', async () => {
    const room = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id);
    const { body } = await asking.enrol(r, room.student);
    await rig.leave(room.id, room.student);
    expect(await seenBy(r, room.student)).toMatchObject({ page: 200, button: 'enrolled' });
    expect((await asking.transition(body._id, room.student, 'withdraw')).status).toBe(200);
    expect((await asking.enrol(r, room.student)).body.code).toBe('not_found');
    await rig.leave(room.id, room.mate);
    expect(await seenBy(r, room.mate)).toEqual(nothing);
  });

  it('requires a verified address, like all sessions', async () => {
    const room = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id);
    const late = await makePerson(run.source, { status: 'NEW' });
    await rig.join(room.id, late);
    expect(await seenBy(r, late)).toMatchObject({
      button: 'verify_email',
      seat: 'email_not_verified',
    });
  });

  it('never gives away more seats than it has when students enrol at the same moment', async () => {
    const room = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id, { session: { capacity: 4 } });
    const racers = await makePeople(run.source, 12);
    for (const one of racers) await rig.join(room.id, one);
    const strangers = await makePeople(run.source, 4);
    const answers = await Promise.all([...racers, ...strangers].map((who) => asking.enrol(r, who)));
    const codes = answers.map(({ status, body }) => (status < 400 ? status : body.code));
    expect(codes.filter((code) => code === 201)).toHaveLength(4);
    expect(codes.slice(0, 12).filter((code) => code !== 201)).toEqual(
      Array(8).fill('session_full'),
    );
    expect(codes.slice(12)).toEqual(Array(4).fill('not_found'));
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 4, counted: 4 });
  });
});

describe('a study of a class', () => {
  it('appears in no public list and no search', async () => {
    const room = await rig.buildingClass();
    const title = `Zebrafinch ${room.id.slice(-6)}`;
    const r = await rig.recruitInClass(room.builder, room.id, { details: { title } });
    const shown = await recruit(run, { title });
    for (const who of [undefined, room.student, room.builder]) {
      const { body } = await asking.ask<{ items: { _id: string }[] }>(
        'GET',
        `/api/studies/?text=${encodeURIComponent(title)}`,
        who,
      );
      expect(body.items.map(({ _id }) => _id)).toEqual([shown.study_id]);
    }
    const fits = await asking.ask<{ items?: unknown[] }>(
      'GET',
      `/api/fits/?session=${r.session_id}`,
      room.student,
    );
    expect(JSON.stringify(fits.body)).not.toContain(r.session_id);
  });

  it('shows its group the session with counts and an anonymous roster', async () => {
    const room = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id);
    await asking.enrol(r, room.student);
    for (const path of ['', 'progress/', 'roster/', 'runs/', 'run-errors/', 'conditions/'])
      expect([
        path,
        await rig.told('get', `/api/sessions/${r.session_id}/${path}`, room.builder),
      ]).toEqual([path, 200]);
    for (const path of ['exports/', 'timing/', 'variables/', 'data-preview/'])
      expect([
        path,
        await rig.told('get', `/api/studies/${r.study_id}/${path}`, room.builder),
      ]).toEqual([path, 200]);
    for (const path of ['slots/', 'cost/', 'external-returns/'])
      expect([
        path,
        await rig.told('get', `/api/sessions/${r.session_id}/${path}`, room.builder),
      ]).toEqual([path, 'forbidden']);
    expect(await rig.told('get', `/api/sessions/${r.session_id}/roster/`, room.mate)).toBe(
      'not_found',
    );
    const roster = await asking.ask<{ items: unknown[] }>(
      'GET',
      `/api/sessions/${r.session_id}/roster/`,
      room.builder,
    );
    expect(JSON.stringify(roster.body)).not.toContain('Lovelace');
  });
});
