import type { ClassroomMember } from '../../../../contracts/teaching/classrooms';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { eraseAccount } from '../../accounts/deletion/erased';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

let run: RunningApp;
let teaching: ReturnType<typeof classroomRequestsOf>;
let instructor: TestPerson;
let room: { _id: string };
let own: string;
beforeAll(async () => {
  run = await sharedApp();
  teaching = classroomRequestsOf(run);
});
afterAll(() => run.close());
beforeEach(async () => {
  instructor = await makeResearcher(run.source);
  room = await teaching.classroom(instructor);
  own = (await teaching.members(instructor, room))[0]?._id ?? '';
});
const remove = (who: TestPerson, member: string) =>
  teaching.told('DELETE', `/api/classrooms/${room._id}/members/${member}/`, who);
const give = (who: TestPerson, member: string, role: string) =>
  teaching.told('POST', `/api/classrooms/${room._id}/members/`, who, { member, role });
const stateOf = async () => {
  const rows: { state: string }[] = await run.source.query(
    `SELECT state FROM identity.classroom WHERE id = $1`,
    [room._id],
  );
  return rows[0]?.state;
};

describe('The members of a classroom', () => {
  it('are listed for its staff in pages, by role and name', async () => {
    const names = [
      ['student', 'Zoe', 'Adams'],
      ['student', 'Ann', 'Adams'],
      ['assistant', 'Bob', 'Zimmer'],
    ] as const;
    const assistants: TestPerson[] = [];
    for (const [role, first_name, last_name] of names) {
      const who = await makePerson(run.source, { first_name, last_name });
      await teaching.letIn(room, who, role);
      if (role === 'assistant') assistants.push(who);
    }
    const [assistant] = assistants as [TestPerson];
    const found: ClassroomMember[] = [];
    let cursor = '';
    do {
      const page = await teaching.made(
        teaching.ask<{ items: ClassroomMember[]; next_cursor: string | null }>(
          'GET',
          `/api/classrooms/${room._id}/members/?limit=1${cursor && `&cursor=${cursor}`}`,
          assistant,
        ),
      );
      found.push(...page.items);
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    expect(found.map(({ role, first_name, own: isOwn }) => [role, first_name, isOwn])).toEqual([
      ['instructor', 'Ada', false],
      ['assistant', 'Bob', true],
      ['student', 'Ann', false],
      ['student', 'Zoe', false],
    ]);
  });

  it('are hidden from students, who can leave but remove nobody', async () => {
    const [student, other] = [await makePerson(run.source), await makePerson(run.source)];
    const [membership, others] = [
      await teaching.letIn(room, student),
      await teaching.letIn(room, other),
    ];
    const list = `/api/classrooms/${room._id}/members/`;
    expect(await teaching.told('GET', list, student)).toBe('forbidden');
    for (const id of [others, own, '018f0000-0000-7000-8000-000000000001'])
      expect(await remove(student, id)).toBe('forbidden');
    expect(await remove(student, membership)).toBe(204);
    expect(await teaching.told('GET', `/api/classrooms/${room._id}/`, student)).toBe('not_found');
  });

  it('get a different role from an instructor; only an approved researcher becomes an instructor', async () => {
    const [approved, pending] = [
      await makeResearcher(run.source),
      await makeResearcher(run.source, { researcher_privilege: null }),
    ];
    const [first, second] = [
      await teaching.letIn(room, approved),
      await teaching.letIn(room, pending),
    ];
    expect(await give(approved, second, 'assistant')).toBe('forbidden');
    expect(await give(instructor, second, 'assistant')).toBe(200);
    expect(await give(pending, first, 'assistant')).toBe('forbidden');
    expect(await give(instructor, second, 'instructor')).toBe('researcher_not_approved');
    expect(await give(instructor, first, 'instructor')).toBe(200);
    expect(await give(approved, own, 'student')).toBe(200);
    expect(await give(instructor, first, 'student')).toBe('forbidden');
  });

  it('of another classroom are not found', async () => {
    const other = await teaching.openClassroom();
    const id = await teaching.letIn(other.room, await makePerson(run.source));
    expect(await give(instructor, id, 'assistant')).toBe('not_found');
    expect(await remove(instructor, id)).toBe('not_found');
  });
});

describe('The last instructor of a classroom', () => {
  it('can neither leave nor take a different role', async () => {
    await teaching.letIn(room, await makePerson(run.source), 'assistant');
    expect(await remove(instructor, own)).toBe('last_instructor');
    expect(await give(instructor, own, 'student')).toBe('last_instructor');
  });

  it('remains when two instructors remove each other, or themselves, at the same time', async () => {
    const other = await makeResearcher(run.source);
    for (let n = 0; n < 6; n++) {
      const others = await teaching.letIn(room, other, 'instructor');
      const each = n % 2 === 0 ? ([others, own] as const) : ([own, others] as const);
      const said = await Promise.all([remove(instructor, each[0]), remove(other, each[1])]);
      expect(said.filter((one) => one === 204)).toHaveLength(1);
      const left: { account_id: string }[] = await run.source.query(
        `SELECT account_id FROM identity.classroom_member WHERE classroom_id = $1 AND role = 'instructor'`,
        [room._id],
      );
      expect(left).toHaveLength(1);
      await run.source.query(`DELETE FROM identity.classroom_member WHERE classroom_id = $1`, [
        room._id,
      ]);
      own = await teaching.letIn(room, instructor, 'instructor');
    }
  });

  it('leaves the classroom closed when the account is erased', async () => {
    await teaching.setState(instructor, room, 'open');
    const student = await makePerson(run.source);
    await teaching.letIn(room, student);
    const other = await makeResearcher(run.source);
    await teaching.letIn(room, other, 'instructor');
    await eraseAccount(run, other._id);
    expect(await stateOf()).toBe('open');
    await eraseAccount(run, instructor._id);
    expect(await stateOf()).toBe('closed');
    expect(await teaching.told('GET', `/api/classrooms/${room._id}/`, student)).toBe(200);
  });
});
