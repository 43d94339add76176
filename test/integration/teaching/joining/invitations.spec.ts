import type { ClassroomInvitation } from '../../../../contracts/teaching/classrooms';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import { unique } from '../../../support/chance/unique';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { eraseAccount } from '../../accounts/deletion/erased';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

let run: RunningApp;
let teaching: ReturnType<typeof classroomRequestsOf>;
let instructor: TestPerson;
let room: { _id: string };
beforeAll(async () => {
  run = await sharedApp({ clock: new TestClock() });
  teaching = classroomRequestsOf(run);
});
afterAll(() => run.close());
beforeEach(async () => {
  instructor = await makeResearcher(run.source);
  room = await teaching.classroom(instructor);
});
const open = () => teaching.setState(instructor, room, 'open');
const address = () => `invited-${unique()}@people.test`;
const waiting = async () =>
  (
    await teaching.made(
      teaching.ask<{ items: ClassroomInvitation[] }>(
        'GET',
        `/api/classrooms/${room._id}/invitations/`,
        instructor,
      ),
    )
  ).items;
/** Invites a person. @returns the code of the link */
const invited = async ({ email }: { email: string }, role = 'student') => {
  await teaching.invite(instructor, room, [email], role);
  return (await teaching.invitationOf(room, email))?.code ?? '';
};

describe('An invitation into a classroom', () => {
  it('gets the same answer whether the address has an account or not', async () => {
    const known = await teaching.invite(instructor, room, [(await makePerson(run.source)).email]);
    const unknown = await teaching.invite(instructor, room, [address()]);
    expect(known).toEqual({ status: 201, body: { invited: 1 } });
    expect(unknown).toEqual(known);
  });

  it('is not sent by an instructor who is no approved researcher any more', async () => {
    await run.source.query(
      `UPDATE identity.account SET researcher_privilege = false WHERE id = $1`,
      [instructor._id],
    );
    const { body } = await teaching.invite(instructor, room, [address()]);
    expect(body.code).toBe('researcher_not_approved');
    expect(await waiting()).toEqual([]);
  });

  it('is open once for each address, in any spelling, and not for a member', async () => {
    const email = address();
    const twice = [email, ` ${email.toUpperCase()} `, instructor.email];
    expect((await teaching.invite(instructor, room, twice)).body.invited).toBe(1);
    expect((await teaching.invite(instructor, room, [email])).body.invited).toBe(0);
    expect(await waiting()).toMatchObject([{ email, role: 'student' }]);
  });

  it('lets the person with its address join, and the link may be opened again', async () => {
    await open();
    const person = await makePerson(run.source);
    const code = await invited(person);
    expect(code).toMatch(/^[\w-]{43}$/);
    const shown = await teaching.ask('POST', '/api/join-codes/', person, { code });
    expect(shown.body).toMatchObject({ role: 'student', classroom_id: null });
    const said = await Promise.all([1, 2, 3].map(() => teaching.join(person, code)));
    expect(said.sort()).toEqual([200, 200, 201]);
    expect(await teaching.join(person, code)).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  it('does not work for a person with a different address, or when one letter of its code differs', async () => {
    await open();
    const person = await makePerson(run.source);
    const code = await invited(person);
    const changed = (code.startsWith('A') ? 'B' : 'A') + code.slice(1);
    expect(await teaching.join(await makePerson(run.source), code)).toBe('invalid_join_code');
    expect(await teaching.join(person, changed)).toBe('invalid_join_code');
    const unverified = await makePerson(run.source, { email: person.email, status: 'NEW' });
    expect(await teaching.join(unverified, code)).toBe('email_not_verified');
    expect(await teaching.join(person, code)).toBe(201);
  });

  it('works for staff in a draft, for students once the classroom is open', async () => {
    const [assistant, student] = [await makePerson(run.source), await makePerson(run.source)];
    const codes = [await invited(assistant, 'assistant'), await invited(student)] as const;
    expect(await teaching.join(assistant, codes[0])).toBe(201);
    expect(await teaching.join(student, codes[1])).toBe('invalid_join_code');
    await open();
    await teaching.setState(instructor, room, 'closed');
    expect(await teaching.join(student, codes[1])).toBe('invalid_join_code');
    await open();
    expect(await teaching.join(student, codes[1])).toBe(201);
  });

  it('makes an approved researcher an instructor, and no other account', async () => {
    const [approved, person] = [await makeResearcher(run.source), await makePerson(run.source)];
    const code = await invited(person, 'instructor');
    expect(await teaching.join(person, code)).toBe('researcher_not_approved');
    expect(await teaching.join(approved, await invited(approved, 'instructor'))).toBe(201);
    const members = await teaching.members(instructor, room);
    expect(members.map(({ role }) => role)).toEqual(['instructor', 'instructor']);
  });

  it('is either accepted or withdrawn if both requests are concurrent', async () => {
    await open();
    for (let n = 0; n < 5; n++) {
      const person = await makePerson(run.source);
      const code = await invited(person);
      const { id = '' } = (await teaching.invitationOf(room, person.email)) ?? {};
      const path = `/api/classrooms/${room._id}/invitations/${id}/`;
      const [joined, withdrawn] = await Promise.all([
        teaching.join(person, code),
        teaching.told('DELETE', path, instructor),
      ]);
      const isMember = (await teaching.members(instructor, room)).some(
        ({ email }) => email === person.email,
      );
      expect([joined, withdrawn]).toEqual(
        isMember ? [201, 'not_found'] : ['invalid_join_code', 204],
      );
    }
  });

  it('expires after 30 days, and the address may be invited again', async () => {
    await open();
    const person = await makePerson(run.source);
    const code = await invited(person);
    run.clock.advance(30 * 86_400_000);
    expect(await teaching.join(person, code)).toBe('invalid_join_code');
    expect(await waiting()).toEqual([]);
    expect(await teaching.join(person, await invited(person))).toBe(201);
  });

  it('waits no longer once the person with its address has joined by the join code', async () => {
    await open();
    const person = await makePerson(run.source);
    await invited(person);
    const { code } = await teaching.code(instructor, room);
    expect(await teaching.join(person, code)).toBe(201);
    expect(await waiting()).toEqual([]);
  });

  it('is refused together with all others of its request while too many are open', async () => {
    await run.source.query(
      `INSERT INTO identity.classroom_invitation (id, classroom_id, email, role, expires_at)
       SELECT gen_random_uuid(), $1, n || '@waiting.test', 'student', $3
       FROM generate_series(1, $2::int) AS n`,
      [room._id, teachingLimits.invitations - 1, teaching.inDays(1)],
    );
    const { body } = await teaching.invite(instructor, room, [address(), address()]);
    expect(body.code).toBe('too_many_invitations');
    expect((await teaching.invite(instructor, room, [address()])).body.invited).toBe(1);
  });

  it('is refused for an invalid address, which the answer names', async () => {
    const { body } = await teaching.invite(instructor, room, [address(), 'nonsense']);
    expect(body.fields).toMatchObject([{ path: 'emails.1', code: 'invalid_email' }]);
    expect(await waiting()).toEqual([]);
  });

  it('is deleted with the account that has its address, if that is verified', async () => {
    const person = await makePerson(run.source);
    const unverified = await makePerson(run.source, { email: person.email, status: 'NEW' });
    await invited(person);
    await eraseAccount(run, unverified._id);
    expect(await waiting()).toHaveLength(1);
    await eraseAccount(run, person._id);
    expect(await waiting()).toEqual([]);
  });

  it('is listed for staff and managed by instructors', async () => {
    const assistant = await makePerson(run.source);
    await teaching.letIn(room, assistant, 'assistant');
    const list = `/api/classrooms/${room._id}/invitations/`;
    expect(await teaching.told('GET', list, assistant)).toBe(200);
    expect(await teaching.told('POST', list, assistant, { emails: [address()] })).toBe('forbidden');
  });
});
