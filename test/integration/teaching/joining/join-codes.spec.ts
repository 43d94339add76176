import type { Classroom } from '../../../../contracts/teaching/classrooms';
import type { JoinPreview } from '../../../../contracts/teaching/joining';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { unique } from '../../../support/chance/unique';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

let run: RunningApp;
let teaching: ReturnType<typeof classroomRequestsOf>;
beforeAll(async () => {
  run = await sharedApp({ clock: new TestClock() });
  teaching = classroomRequestsOf(run);
});
afterAll(() => run.close());
const person = () => makePerson(run.source);
const preview = (who: TestPerson, code: string) =>
  teaching.ask<JoinPreview>('POST', '/api/join-codes/', who, { code });
const codeOf = async (who: TestPerson, room: { _id: string }) =>
  (await teaching.made(teaching.ask<Classroom>('GET', `/api/classrooms/${room._id}/`, who)))
    .join_code;

describe('A join code', () => {
  it('is read in any case, with spaces and hyphens', async () => {
    const { code } = await teaching.openClassroom();
    expect(code).toMatch(/^[BCDFGHJKMNPQRSTVWXZ]{8}$/);
    const halves = `${code.slice(0, 4)}-${code.slice(4)}`;
    for (const typed of [code.toLowerCase(), halves, ` ${[...code].join(' ')} `])
      expect(await teaching.join(await person(), typed)).toBe(201);
  });

  it('shows its classroom before the person joins, and whether they are a member', async () => {
    const { room, code } = await teaching.openClassroom({ classroom: { title: 'Monday group' } });
    const who = await person();
    const shown = {
      title: 'Monday group',
      instructors: ['Ada Lovelace'],
      course: null,
      role: 'student',
    };
    expect((await preview(who, code)).body).toEqual({ ...shown, classroom_id: null });
    await teaching.join(who, code);
    expect((await preview(who, code)).body).toEqual({ ...shown, classroom_id: room._id });
  });

  it('admits exactly as many of twenty simultaneous people as it has uses left', async () => {
    const { instructor, room, code } = await teaching.openClassroom({ code: { uses: 3 } });
    const people = await makePeople(run.source, 20);
    const said = await Promise.all(people.map((one) => teaching.join(one, code)));
    expect(said.filter((one) => one === 201)).toHaveLength(3);
    expect(said.filter((one) => one === 'invalid_join_code')).toHaveLength(17);
    const members = await teaching.members(instructor, room);
    expect(members.filter(({ role }) => role === 'student')).toHaveLength(3);
    expect((await codeOf(instructor, room))?.uses_left).toBe(0);
  });

  it('counts no use of a member, who may join again at any time', async () => {
    const { instructor, room, code } = await teaching.openClassroom({ code: { uses: 2 } });
    const who = await person();
    const said = await Promise.all(Array.from({ length: 5 }, () => teaching.join(who, code)));
    expect(said.sort()).toEqual([200, 200, 200, 200, 201]);
    expect((await codeOf(instructor, room))?.uses_left).toBe(1);
    expect(await teaching.join(instructor, code)).toBe(200);
    expect(await teaching.join(await person(), code)).toBe(201);
    await teaching.setState(instructor, room, 'closed');
    expect(await teaching.join(who, code)).toBe(200);
  });

  it('is not used up by one person who leaves and joins again', async () => {
    const { instructor, room, code } = await teaching.openClassroom({ code: { uses: 2 } });
    const who = await person();
    for (let n = 0; n < 3; n++) {
      expect(await teaching.join(who, code)).toBe(201);
      const { member_id } = await teaching.made(
        teaching.ask<Classroom>('GET', `/api/classrooms/${room._id}/`, who),
      );
      const own = `/api/classrooms/${room._id}/members/${member_id}/`;
      expect(await teaching.told('DELETE', own, who)).toBe(204);
    }
    expect((await codeOf(instructor, room))?.uses_left).toBe(1);
  });

  it('gets one answer whether it is unknown, expired, used up, replaced, or its classroom is not open', async () => {
    const open = await teaching.openClassroom();
    const expiring = await teaching.openClassroom({ code: { expires: teaching.inDays(1) } });
    const used = await teaching.openClassroom({ code: { uses: 1, domain: 'uni.example' } });
    await run.source.query(`UPDATE identity.classroom SET join_uses_left = 0 WHERE id = $1`, [
      used.room._id,
    ]);
    const closed = await teaching.openClassroom();
    await teaching.setState(closed.instructor, closed.room, 'closed');
    const draft = await teaching.classroom(open.instructor);
    const ofDraft = await teaching.code(open.instructor, draft);
    const renewed = await teaching.openClassroom();
    await teaching.code(renewed.instructor, renewed.room);
    const removed = await teaching.openClassroom();
    const path = `/api/classrooms/${removed.room._id}/join-code/`;
    expect(await teaching.told('DELETE', path, removed.instructor)).toBe(204);
    run.clock.advance(86_400_000);

    const who = await person();
    const codes = [
      'BCDFGHJK',
      'nonsense',
      expiring.code,
      used.code,
      closed.code,
      ofDraft.code,
      renewed.code,
      removed.code,
    ];
    const answers = [];
    for (const code of codes) {
      answers.push(await preview(who, code));
      answers.push(await teaching.ask('POST', '/api/memberships/', who, { code }));
    }
    const [first] = answers;
    expect(first).toMatchObject({ status: 404, body: { code: 'invalid_join_code' } });
    expect(answers.filter((one) => JSON.stringify(one) !== JSON.stringify(first))).toEqual([]);
    expect(await teaching.join(who, open.code)).toBe(201);
  });

  it('lets addresses of its domain join, in any spelling, and no others', async () => {
    const domain = `b${unique()}.example`;
    const { code } = await teaching.openClassroom({ code: { domain: domain.toUpperCase() } });
    const at = (host: string) =>
      makePerson(run.source, { email: `p${unique()}@${host}` }).then((who) =>
        teaching.ask('POST', '/api/memberships/', who, { code }),
      );
    expect((await at(domain)).status).toBe(201);
    for (const host of [`mail.${domain}`, `x${domain}`, 'other.example']) {
      const { status, body } = await at(host);
      expect([status, body.code]).toEqual([403, 'mail_domain_required']);
      expect(body.description).toContain(`@${domain}`);
    }
  });

  it('compares a domain with non-ASCII characters in its ASCII form', async () => {
    const name = unique();
    const { code } = await teaching.openClassroom({ code: { domain: `bücher-${name}.example` } });
    const host = new URL(`http://bücher-${name}.example`).hostname;
    const who = await makePerson(run.source, { email: `p${unique()}@${host}` });
    expect(await teaching.join(who, code)).toBe(201);
  });

  it('needs a verified address, whatever the code', async () => {
    const { code } = await teaching.openClassroom();
    const unverified = await makePerson(run.source, { status: 'NEW' });
    for (const one of [code, 'BCDFGHJK']) {
      expect(await teaching.join(unverified, one)).toBe('email_not_verified');
      expect((await preview(unverified, one)).body.code).toBe('email_not_verified');
    }
  });

  it('lets no one in once the classroom is full', async () => {
    const { room, code } = await teaching.openClassroom();
    await run.source.query(
      `WITH people AS (INSERT INTO identity.account (id, email, first_name, last_name, is_researcher, status, language)
         SELECT gen_random_uuid(), gen_random_uuid() || '@people.test', 'A', 'B', false, 'ACTIVE', 'en'
         FROM generate_series(1, 1998) RETURNING id)
       INSERT INTO identity.classroom_member (id, classroom_id, account_id, role, joined_on)
       SELECT gen_random_uuid(), $1, id, 'student', '2026-10-01' FROM people`,
      [room._id],
    );
    const people = await makePeople(run.source, 3);
    const said = await Promise.all(people.map((one) => teaching.join(one, code)));
    expect(said.sort()).toEqual([201, 'too_many_members', 'too_many_members']);
  });

  it('is refused with an expiry in the past, and is different each time', async () => {
    const { instructor, room, code } = await teaching.openClassroom();
    const { body } = await teaching.ask(
      'POST',
      `/api/classrooms/${room._id}/join-code/`,
      instructor,
      { expires: teaching.inDays(-1) },
    );
    expect(body.fields).toMatchObject([{ path: 'expires', code: 'in_the_past' }]);
    expect((await codeOf(instructor, room))?.code).toBe(code);
    expect((await teaching.code(instructor, room)).code).not.toBe(code);
  });
});
