import { unzipSync } from 'fflate';
import type { Pool } from '../../../../contracts/teaching/templates';
import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import type { RunningApp } from '../../../support/app/launch-app';
import { unique } from '../../../support/chance/unique';
import { makePerson, type TestPerson } from '../../../support/people/people';
import type { Recruiting } from '../../../support/people/recruiting';
import { directRequestsOf } from '../../enrolment/direct-requests';
import { exportingOf, trial } from '../../research-data/exporting';
import { finishOf, newWriter, runningOf, sentOf, type Taking } from '../../runtime/running';
import { makeStudy } from '../../studies/fixtures';
import { classSessionsIn } from './class-sessions';
import { templatesOf } from './templates';

export interface UnpackedPool {
  readonly files: Readonly<Record<string, string>>;
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly groups: readonly { group: string; study: string }[];
  };
}

/** Groups of a class that recruit with copies of one template, their answers, and the exports of all together. */
export const poolsIn = (run: RunningApp) => {
  const templates = templatesOf(run);
  const sessions = classSessionsIn(run);
  const exporting = exportingOf(run);
  const running = runningOf(run);
  const { enrol } = directRequestsOf(run);

  /**
   * Makes a template of the instructor, with a version of its own, that is shared with the
   * classroom.
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
  ): Promise<Recruiting> => {
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
  /** A student of the class takes part, and completes it. */
  const completedBy = async (
    r: Recruiting,
    person: TestPerson,
    ...rows: readonly object[]
  ): Promise<Taking> => {
    const { status, body } = await enrol(r, person);
    if (status !== 201) throw new Error(`enrol: ${status} ${JSON.stringify(body)}`);
    const writer = newWriter();
    const started = await running.start(body._id, person, writer);
    const taking = { r, person, id: body._id, writer, run: started.body };
    const records = rows.map(trial);
    const last = finishOf(records.map(({ data }) => data));
    const sent = await running.send(taking, sentOf([...records, last]));
    if (sent.status !== 200) throw new Error(`send: ${JSON.stringify(sent.body)}`);
    const ended = await running.move(body._id, person, 'complete');
    if (ended.status !== 200) throw new Error(`complete: ${JSON.stringify(ended.body)}`);
    return taking;
  };
  /** A new student of the class takes part in the study, and completes it. */
  const tookPart = async (r: Recruiting, classroom: string, ...rows: readonly object[]) => {
    const person = await makePerson(run.source);
    await sessions.join(classroom, person);
    return completedBy(r, person, ...rows);
  };
  const request = (who: TestPerson, classroom: string, template_id: string, more: object = {}) =>
    templates.ask<Pool>(who, 'post', `/api/classrooms/${classroom}/pools/`, {
      template_id,
      ...more,
    });
  const list = async (who: TestPerson, classroom: string) =>
    (await templates.ask<{ items: Pool[] }>(who, 'get', `/api/classrooms/${classroom}/pools/`)).body
      .items;
  /** Requests an export, and makes it as a worker would. @returns the pool with its export */
  const made = async (...call: Parameters<typeof request>): Promise<Pool> => {
    const [who, classroom, templateId] = call;
    const { status, body } = await request(...call);
    if (status !== 202 || !body.export) throw new Error(`pool: ${status} ${JSON.stringify(body)}`);
    await exporting.workOnPool(classroom, body.export._id);
    const pool = (await list(who, classroom)).find(({ template_id }) => template_id === templateId);
    if (!pool) throw new Error('no pool');
    return pool;
  };
  const unpacked = async ({ export: done }: Pool): Promise<UnpackedPool> => {
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
export const linesOf = (text = ''): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
