import type { ClassReview, ClassStudy } from '../../../../contracts/teaching/class-studies';
import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import type { RunningApp } from '../../../support/app/launch-app';
import type { TestPerson } from '../../../support/people/people';
import { experimentFiles, versionRequestsOf } from '../../study-files/own-files';
import { studyBuildingClassesOf } from './building';

type Method = 'get' | 'post' | 'put' | 'delete';
interface Refused {
  code?: string;
}

export const classConsentForm = 'We take part for our class.';

/** Makes functions that send requests about studies of a class and their reviews. */
export const classReviewRequestsOf = (run: RunningApp) => {
  const building = studyBuildingClassesOf(run);
  const versions = versionRequestsOf(run);

  const call = async <Body>(who: TestPerson, method: Method, path: string, body?: object) => {
    const request = run.http()[method](path).set(who.headers);
    const answer = await (body ? request.send(body) : request);
    return { status: answer.status, body: answer.body as Body & Refused };
  };
  /**
   * Sends a request.
   * @returns the status of the answer, or the error code if the server refuses
   */
  const told = async (who: TestPerson, method: Method, path: string, body?: object) => {
    const { status, body: answered } = await call<object>(who, method, path, body);
    return status < 400 ? status : (answered.code ?? status);
  };
  const must = async <Body>(
    who: TestPerson,
    method: Method,
    path: string,
    body?: object,
  ): Promise<Body> => {
    const answer = await call<Body>(who, method, path, body);
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const at = (study: string) => `/api/studies/${study}/classroom-review/`;

  /** Makes a class with its own consent form, whose students build studies. */
  const reviewedClass = async () => {
    const room = await building.buildingClass();
    await run.source.query(`UPDATE identity.classroom SET consent_text = $2 WHERE id = $1`, [
      room.id,
      classConsentForm,
    ]);
    return room;
  };
  const change = (who: TestPerson, study: string, body: object) =>
    must(who, 'put', `/api/studies/${study}/`, body);
  /** Publishes a version, which the study runs from now on. */
  const publish = async (
    who: TestPerson,
    study: string,
    files = experimentFiles(),
    more: object = {},
  ): Promise<StudyVersion> => {
    const version = await versions.uploaded(study, who, files);
    await change(who, study, { runtime: versions.hosted(version, more) });
    return version;
  };
  /** Makes a study of the class with a version. @returns its id */
  const built = async (
    owner: TestPerson,
    classroomId: string,
    details: object = {},
    files = experimentFiles(),
  ) => {
    const study = await building.classStudy(owner, classroomId, details);
    await publish(owner, study, files);
    return study;
  };
  const submit = (who: TestPerson, study: string, words?: string) =>
    must<ClassReview>(who, 'post', at(study), words === undefined ? {} : { words });
  const read = (who: TestPerson, study: string) => must<ClassReview>(who, 'get', at(study));
  /** Decides about the newest submission. */
  const decision = async (
    who: TestPerson,
    study: string,
    state: 'approved' | 'changes_asked',
    words = 'As the instructor says.',
  ) => ({ state, digest: (await read(who, study)).submitted?.digest ?? '', words });
  const decide = async (who: TestPerson, study: string, state: 'approved' | 'changes_asked') =>
    must<ClassReview>(who, 'put', at(study), await decision(who, study, state));
  const session = async (who: TestPerson, study: string): Promise<string> =>
    (await must<{ _id: string }>(who, 'post', `/api/studies/${study}/sessions/`, { capacity: 5 }))
      ._id;
  const open = (who: TestPerson, sessionId: string) =>
    told(who, 'put', `/api/sessions/${sessionId}/`, { state: 'active' });
  const list = async (who: TestPerson, classroomId: string) =>
    (await must<{ items: ClassStudy[] }>(who, 'get', `/api/classrooms/${classroomId}/studies/`))
      .items;
  /** Makes a classmate a member of the study's group. */
  const addToGroup = (study: string, person: TestPerson, role = 'editor'): Promise<unknown> =>
    run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, $3, now())`,
      [person._id, study, role],
    );

  return {
    ...building,
    ...{ versions, call, told, must, at, reviewedClass, change, publish, built, submit, read },
    ...{ decision, decide, session, list, addToGroup, open },
    /** Submits the study as its owner, and approves it as the instructor. */
    approved: async (owner: TestPerson, instructor: TestPerson, study: string) => {
      await submit(owner, study);
      return decide(instructor, study, 'approved');
    },
    /** Launches the study in a new session. @returns 200, or the code of the refusal */
    launch: async (who: TestPerson, study: string) => open(who, await session(who, study)),
  };
};
