import type {
  Assignment,
  BlindSubmission,
  StudentSubmission,
} from '../../../../contracts/teaching/assignments';
import type { RunningApp } from '../../../support/app/launch-app';
import { makeAdministrator, makePeople, type TestPerson } from '../../../support/people/people';
import { insertTeachingRowsOf } from './taught-rows';

type Method = 'get' | 'post' | 'put' | 'delete';
interface Page<T> {
  items: T[];
  next_cursor: string | null;
}
export const alternativeBody = {
  kind: 'alternative',
  title: 'Read a paper',
  instructions: 'Read a paper on memory and say in 500 words what it found.',
  minutes: 30,
} as const;
export const takeStudyBody = {
  kind: 'take_study',
  title: 'Take part in a study',
  instructions: 'Take part in any study that offers credit.',
} as const;

export const pdfBytes = (words = 'work', length = 300) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n${words}\n`),
    Buffer.alloc(length, 'a'),
    Buffer.from('\n%%EOF\n'),
  ]);

/** Makes functions that insert courses and classrooms, and send requests about assignments. */
export const assignmentRequestsOf = (run: RunningApp) => {
  const soon = (ms: number) => new Date(run.clock.now().getTime() + ms);

  const { course, classroom, join } = insertTeachingRowsOf(run);

  /**
   * Makes a classroom with an instructor, an assistant and two students.
   * @param of the course of the classroom; a new course by default, and no course if null
   */
  const scene = async (of?: string | null) => {
    const courseId = of === undefined ? await course({ required: 300 }) : of;
    const id = await classroom(courseId);
    const people = await makePeople(run.source, 5);
    const [instructor, assistant, student, other, stranger] = people as [
      TestPerson,
      TestPerson,
      TestPerson,
      TestPerson,
      TestPerson,
    ];
    await join(id, instructor, 'instructor');
    await join(id, assistant, 'assistant');
    await join(id, student);
    await join(id, other);
    const administrator = await makeAdministrator(run.source);
    return { id, courseId, instructor, assistant, student, other, stranger, administrator };
  };

  const call = async <Body>(who: TestPerson, method: Method, path: string, body?: object) => {
    const request = run.http()[method](path).set(who.headers);
    const answer = await (body ? request.send(body) : request);
    return { status: answer.status, body: answer.body as Body };
  };
  /**
   * Sends a request.
   * @returns the status of the answer, or the error code if the server refuses
   */
  const told = async (who: TestPerson, method: Method, path: string, body?: object) => {
    const answer = await call<{ code?: string }>(who, method, path, body);
    return answer.status < 400 ? answer.status : (answer.body.code ?? answer.status);
  };
  const ask = async <Body>(who: TestPerson, method: Method, path: string, body?: object) => {
    const answer = await call<Body>(who, method, path, body);
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const create = (who: TestPerson, classroomId: string, terms: object = alternativeBody) =>
    ask<Assignment>(who, 'post', `/api/classrooms/${classroomId}/assignments/`, terms);
  const createInCourse = (who: TestPerson, courseId: string, terms: object = alternativeBody) =>
    ask<Assignment>(who, 'post', `/api/courses/${courseId}/assignments/`, terms);
  const list = async (who: TestPerson, classroomId: string) =>
    (await ask<Page<Assignment>>(who, 'get', `/api/classrooms/${classroomId}/assignments/`)).items;
  const submit = (who: TestPerson, assignmentId: string, text = 'My five hundred words.') =>
    ask<StudentSubmission>(who, 'post', `/api/assignments/${assignmentId}/submissions/`, { text });
  const submitPdf = (who: TestPerson, assignmentId: string, content: Buffer, name = 'mine.pdf') =>
    run
      .http()
      .post(`/api/assignments/${assignmentId}/submissions/`)
      .set(who.headers)
      .attach('file', content, { filename: name, contentType: 'application/pdf' });
  const read = async (who: TestPerson, classroomId: string, query = '') =>
    (
      await ask<Page<BlindSubmission>>(
        who,
        'get',
        `/api/classrooms/${classroomId}/submissions/${query}`,
      )
    ).items;
  const decide = (who: TestPerson, id: string, verdict: object) =>
    ask<BlindSubmission>(who, 'put', `/api/submissions/${id}/`, verdict);
  /** Reads the submissions of an assignment from the table. */
  const stored = (assignmentId: string): Promise<StoredSubmission[]> =>
    run.source.query(
      `SELECT id, classroom_id, number, state, text, words, credit, day::text AS day FROM identity.submission
       WHERE assignment_id = $1 ORDER BY number`,
      [assignmentId],
    );

  return {
    ...{ soon, course, classroom, join, scene, call, told, ask },
    ...{ create, createInCourse, list, submit, submitPdf, read, decide, stored },
  };
};

interface StoredSubmission {
  id: string;
  classroom_id: string;
  number: string;
  state: string;
  text: string | null;
  words: string | null;
  credit: string;
  day: string;
}
