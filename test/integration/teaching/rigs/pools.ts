import { unzipSync } from 'fflate';
import type { DataPool } from '../../../../contracts/teaching/templates';
import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import type { RunningApp } from '../../../support/app/launch-app';
import { unique } from '../../../support/chance/unique';
import { makePerson, type TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { injectedRequestsOf } from '../../enrolment/direct-requests';
import { studyExportRequestsOf, trialRecord } from '../../research-data/exporting';
import {
  finishRecordOf,
  newWriterId,
  runRequestsOf,
  recordsToSend,
  type RunParticipation,
} from '../../runtime/running';
import { makeStudy } from '../../studies/fixtures';
import { classSessionsIn } from './class-sessions';
import { templateRequestsOf } from './templates';

export interface UnpackedPool {
  readonly files: Readonly<Record<string, string>>;
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly groups: readonly { group: string; study: string }[];
  };
}

/**
 * Makes functions that let groups of a class recruit with copies of one template, and that make
 * pooled exports.
 */
export const poolRequestsOf = (run: RunningApp) => {
  const templates = templateRequestsOf(run);
  const sessions = classSessionsIn(run);
  const exporting = studyExportRequestsOf(run);
  const running = runRequestsOf(run);
  const { enrol } = injectedRequestsOf(run);

  /**
   * Makes a study of the instructor with an uploaded version, and shares the study with the
   * classroom as a template.
   */
  const template = async (owner: TestPerson, classroom: string, title = `T ${unique()}`) => {
    const study = await makeStudy(run, owner, { title, runtime: null });
    const version: StudyVersion = await templates.versions.uploaded(study, owner);
    await templates.changed(owner, study, { runtime: templates.versions.hosted(version) });
    await templates.shareWith(owner, study, classroom, true);
    return study;
  };
  /** Launches the approved study. */
  const opened = async (
    owner: TestPerson,
    study_id: string,
    session: object = {},
  ): Promise<RecruitingStudy> => {
    const session_id = await sessions.sessionOf(study_id, owner, session);
    await sessions.must('put', `/api/sessions/${session_id}/`, owner, { state: 'active' });
    const [consent]: { _id: string; sha256: string }[] = await run.source.query(
      `SELECT id AS _id, sha256 FROM research.consent WHERE study_id = $1 AND state = 'valid'`,
      [study_id],
    );
    if (!consent) throw new Error('no form in force');
    return { study_id, session_id, researcher: owner, consent };
  };
  /** Launches a copy for its class. */
  const launched = async (owner: TestPerson, studyId: string, classroom: string) => {
    await sessions.putFormInForce(studyId);
    await sessions.approve(studyId, classroom);
    return opened(owner, studyId);
  };
  /** Lets a student of the class take part in the study and complete it. */
  const completedBy = async (
    r: RecruitingStudy,
    person: TestPerson,
    ...rows: readonly object[]
  ): Promise<RunParticipation> => {
    const { status, body } = await enrol(r, person);
    if (status !== 201) throw new Error(`enrol: ${status} ${JSON.stringify(body)}`);
    const writer = newWriterId();
    const started = await running.start(body._id, person, writer);
    const taking = { r, person, id: body._id, writer, run: started.body };
    const records = rows.map(trialRecord);
    const last = finishRecordOf(records.map(({ data }) => data));
    const sent = await running.send(taking, recordsToSend([...records, last]));
    if (sent.status !== 200) throw new Error(`send: ${JSON.stringify(sent.body)}`);
    const ended = await running.move(body._id, person, 'complete');
    if (ended.status !== 200) throw new Error(`complete: ${JSON.stringify(ended.body)}`);
    return taking;
  };
  /** Lets a new student of the class take part in the study and complete it. */
  const tookPart = async (r: RecruitingStudy, classroom: string, ...rows: readonly object[]) => {
    const person = await makePerson(run.source);
    await sessions.join(classroom, person);
    return completedBy(r, person, ...rows);
  };
  const request = (who: TestPerson, classroom: string, template_id: string, more: object = {}) =>
    templates.ask<DataPool>(who, 'post', `/api/classrooms/${classroom}/pools/`, {
      template_id,
      ...more,
    });
  const list = async (who: TestPerson, classroom: string) =>
    (await templates.ask<{ items: DataPool[] }>(who, 'get', `/api/classrooms/${classroom}/pools/`))
      .body.items;
  /** Requests an export, and makes it as a worker would. @returns the pool with its export */
  const made = async (...call: Parameters<typeof request>): Promise<DataPool> => {
    const [who, classroom, templateId] = call;
    const { status, body } = await request(...call);
    if (status !== 202 || !body.export) throw new Error(`pool: ${status} ${JSON.stringify(body)}`);
    await exporting.workOnPool(classroom, body.export._id);
    const pool = (await list(who, classroom)).find(({ template_id }) => template_id === templateId);
    if (!pool) throw new Error('no pool');
    return pool;
  };
  const unpacked = async ({ export: done }: DataPool): Promise<UnpackedPool> => {
    if (!done?.download_url) throw new Error(`it is ${done?.state}`);
    const answer = await exporting.fetchFile(done.download_url).expect(200);
    const files = Object.fromEntries(
      Object.entries(unzipSync(answer.body as Buffer)).map(([name, content]) => [
        name,
        Buffer.from(content).toString('utf8'),
      ]),
    );
    const manifest = JSON.parse(files['manifest.json'] ?? '{}') as UnpackedPool['manifest'];
    return { files, manifest };
  };
  return {
    ...{
      templates,
      sessions,
      exporting,
      running,
      template,
      launched,
      opened,
      tookPart,
      completedBy,
    },
    ...{ request, list, made, unpacked },
  };
};

/** Rows of JSON Lines. */
export const parseJsonLines = (text = ''): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
