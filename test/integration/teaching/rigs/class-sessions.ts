import { launchContent } from '../../../../server/enrolment/launch/launch-content';
import { timeOrderedId } from '../../../../server/platform/db/ids';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { sha256Hex } from '../../../../server/platform/security/secrets';
import { publishVersion } from '../../../../server/studies/consents/publish-version';
import { Study } from '../../../../server/studies/study.entity';
import type { RunningApp } from '../../../support/app/launch-app';
import type { TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { experimentFiles, versionRequestsOf } from '../../study-files/own-files';
import { studyBuildingClassesOf } from './building';

/** Makes functions that create studies of classes, with a version, a consent form and a review. */
export const classSessionsIn = (run: RunningApp) => {
  const building = studyBuildingClassesOf(run);
  const versions = versionRequestsOf(run);

  const call = async <Body = { _id: string }>(
    method: 'post' | 'put' | 'get',
    path: string,
    who: TestPerson,
    body?: object,
  ): Promise<{ status: number; body: Body & { code?: string } }> => {
    const request = run.http()[method](path).set(who.headers);
    const answer = await (body ? request.send(body) : request);
    return { status: answer.status, body: answer.body as Body & { code?: string } };
  };
  const must = async <Body = { _id: string }>(...args: Parameters<typeof call>): Promise<Body> => {
    const { status, body } = await call<Body>(...args);
    if (status >= 300) throw new Error(`${args[1]}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  /**
   * Sends a request.
   * @returns the status of the answer, or the error code if the server refuses
   */
  const told = async (...args: Parameters<typeof call>) => {
    const { status, body } = await call(...args);
    return status < 400 ? status : (body.code ?? status);
  };

  /** Returns the content that a launch would freeze now. */
  const contentOf = (studyId: string) =>
    run.app
      .get(UnitOfWork)
      .run(async (tx) =>
        launchContent(tx, await tx.manager.findOneByOrFail(Study, { id: studyId })),
      );

  /** Puts the form of the class in force, as a submission does. */
  const putFormInForce = (studyId: string, words = 'We take part for our class.') =>
    run.app.get(UnitOfWork).run((tx) =>
      publishVersion(
        tx,
        studyId,
        {
          title: 'Consent',
          kind: 'markdown',
          body_markdown: words,
          sha256: sha256Hex(words),
          locale: null,
          comprehension: null,
          translations: [],
        },
        run.clock.now(),
      ),
    );

  /** Approves the study as it is now. */
  const approve = async (studyId: string, classroomId: string): Promise<string> => {
    const { digest } = await contentOf(studyId);
    const now = run.clock.now();
    await run.source.query(
      `INSERT INTO identity.class_review (id, study_id, classroom_id, state, digest, content, submitted_at, decided_at)
       VALUES ($1, $2, $3, 'approved', $4, '{}', $5, $5)`,
      [timeOrderedId(), studyId, classroomId, digest, now],
    );
    return digest;
  };

  /**
   * Makes a study of a class with a version and the class's form, without a review.
   * @returns its id
   */
  const launchable = async (
    owner: TestPerson,
    classroomId: string,
    details: object = {},
  ): Promise<string> => {
    const study = await building.classStudy(owner, classroomId, details);
    const version = await versions.uploaded(study, owner, experimentFiles());
    await must('put', `/api/studies/${study}/`, owner, { runtime: versions.hosted(version) });
    await putFormInForce(study);
    return study;
  };

  const sessionOf = async (study: string, owner: TestPerson, more: object = {}): Promise<string> =>
    (await must('post', `/api/studies/${study}/sessions/`, owner, { capacity: 5, ...more }))._id;

  /** Makes a study of a class, and launches it in the class. */
  const recruitInClass = async (
    owner: TestPerson,
    classroomId: string,
    { details = {}, session = {} }: { details?: object; session?: object } = {},
  ): Promise<RecruitingStudy> => {
    const study_id = await launchable(owner, classroomId, details);
    await approve(study_id, classroomId);
    const session_id = await sessionOf(study_id, owner, session);
    await must('put', `/api/sessions/${session_id}/`, owner, { state: 'active' });
    const [consent]: { _id: string; sha256: string }[] = await run.source.query(
      `SELECT id AS _id, sha256 FROM research.consent WHERE study_id = $1 AND state = 'valid'`,
      [study_id],
    );
    if (!consent) throw new Error('no form in force');
    return { study_id, session_id, researcher: owner, consent };
  };

  return {
    ...building,
    ...{ call, must, told, contentOf, putFormInForce, approve, launchable, sessionOf },
    recruitInClass,
  };
};
