import type {
  Classroom,
  ClassroomRole,
  JoinCode,
  ClassroomMember,
} from '../../../../contracts/teaching/classrooms';
import type { Course } from '../../../../contracts/teaching/courses';
import { invitationCodeOf } from '../../../../server/teaching/model/invitation-code';
import { timeOrderedId } from '../../../../server/platform/db/ids';
import { Secrets } from '../../../../server/platform/security/secrets';
import type { RunningApp } from '../../../support/app/launch-app';
import { unique } from '../../../support/chance/unique';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../../support/people/people';
import { insertTeachingRowsOf } from './taught-rows';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export interface TeachingResponse<Body> {
  status: number;
  body: Body & { code: string; description: string; fields?: { path: string; code: string }[] };
}

const terms = { title: 'Psychology 1', code: 'PSY-1', term: 'Winter 2026', credits_per_hour: 100 };

/** Makes functions that send requests about courses and classrooms to an application. */
export const classroomRequestsOf = (run: RunningApp) => {
  const { join } = insertTeachingRowsOf(run);
  const ask = async <Body>(
    method: Method,
    url: string,
    who: TestPerson,
    payload?: object,
  ): Promise<TeachingResponse<Body>> => {
    const answer = await run.app.inject({ method, url, headers: who.headers, payload });
    const body = (answer.body === '' ? {} : answer.json()) as TeachingResponse<Body>['body'];
    return { status: answer.statusCode, body };
  };
  /**
   * Sends a request.
   * @returns the status of the answer, or the error code if the server refuses
   */
  const told = async (method: Method, url: string, who: TestPerson, payload?: object) => {
    const { status, body } = await ask(method, url, who, payload);
    return status < 400 ? status : body.code;
  };
  const made = async <Body>(asking: Promise<TeachingResponse<Body>>): Promise<Body> => {
    const { status, body } = await asking;
    if (status >= 300) throw new Error(`${status} ${body.code}`);
    return body;
  };
  const inDays = (days: number) =>
    new Date(run.clock.now().getTime() + days * 86_400_000).toISOString();
  const administrator = () => makeAdministrator(run.source);

  const newCourse = (admin: TestPerson, more: object = {}) =>
    ask<Course>('POST', '/api/courses/', admin, {
      ...terms,
      required_credits: 0,
      deadline: inDays(60),
      ...more,
    });
  const courseOf = (admin: TestPerson, more: object = {}) => made(newCourse(admin, more));
  const classroom = async (instructor: TestPerson, more: object = {}) =>
    made(
      ask<Classroom>('POST', '/api/classrooms/', instructor, {
        title: `Class ${unique()}`,
        ...more,
      }),
    );
  const setState = (who: TestPerson, room: { _id: string }, state: string) =>
    told('PUT', `/api/classrooms/${room._id}/`, who, { state });
  const code = async (instructor: TestPerson, room: { _id: string }, more: object = {}) =>
    made(ask<JoinCode>('POST', `/api/classrooms/${room._id}/join-code/`, instructor, more));
  const enter = (person: TestPerson, given: string, more: object = {}) =>
    told('POST', '/api/memberships/', person, { code: given, ...more });
  const members = async (staff: TestPerson, room: { _id: string }) =>
    (
      await made(
        ask<{ items: ClassroomMember[] }>('GET', `/api/classrooms/${room._id}/members/`, staff),
      )
    ).items;

  return {
    ask,
    told,
    made,
    inDays,
    administrator,
    courseOf,
    newCourse,
    classroom,
    setState,
    code,
    join: enter,
    members,
    /** Makes an open classroom with a join code. */
    openClassroom: async (more: { code?: object; classroom?: object } = {}) => {
      const instructor = await makeResearcher(run.source);
      const room = await classroom(instructor, more.classroom);
      await setState(instructor, room, 'open');
      return { instructor, room, code: (await code(instructor, room, more.code)).code };
    },
    /** Lets a person into a classroom, whatever its state. @returns the id of the membership */
    letIn: (room: { _id: string }, person: TestPerson, role: ClassroomRole = 'student') =>
      join(room._id, person, role, '2026-10-01'),
    invite: (who: TestPerson, room: { _id: string }, emails: string[], role = 'student') =>
      ask<{ invited: number }>('POST', `/api/classrooms/${room._id}/invitations/`, who, {
        emails,
        role,
      }),
    /**
     * Finds the invitation of an address, and the code in its link; undefined without invitation.
     */
    invitationOf: async (room: { _id: string }, email: string) => {
      const [row]: ({ id: string } | undefined)[] = await run.source.query(
        `SELECT id FROM identity.classroom_invitation WHERE classroom_id = $1 AND email = $2`,
        [room._id, email],
      );
      return row && { id: row.id, code: invitationCodeOf(run.app.get(Secrets), row.id) };
    },
    /** Inserts an alternative assignment of a course, or of a classroom. */
    alternative: (of: { course?: string; classroom?: string }) =>
      run.source.query(
        `INSERT INTO identity.assignment (id, course_id, classroom_id, kind, title, instructions, minutes, due_at)
         VALUES ($1, $2, $3, 'alternative', 'A summary', 'Read and sum up.', 60, now() + interval '9 days')`,
        [timeOrderedId(), of.course ?? null, of.classroom ?? null],
      ),
  };
};
