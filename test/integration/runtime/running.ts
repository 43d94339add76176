import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Conditions } from '../../../contracts/study-files/conditions';
import type { SentRecord, StartedRun } from '../../../contracts/runtime/runtime';
import { makePerson, type TestPerson } from '../../support/people/people';
import type { RunningApp } from '../../support/app/launch-app';
import {
  recruit,
  type RecruitingStudy,
  type RecruitingOptions,
} from '../../support/people/recruiting';
import { injectedRequestsOf } from '../enrolment/direct-requests';

export interface RecordContent {
  readonly kind: SentRecord['kind'];
  readonly data: string;
}
export type RecordToSend = SentRecord;

export const sha256Of = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
/** Computes the head of the hash chain as the contract describes it, without the server's code. */
export const chainHeadOf = (datas: readonly string[]): string =>
  datas
    .reduce<Buffer>((head, data) => sha256Of(head, sha256Of(data)), Buffer.alloc(32))
    .toString('hex');

export const recordsToSend = (made: readonly RecordContent[], first = 1): RecordToSend[] =>
  made.map(({ kind, data }, n) => ({
    seq: first + n,
    kind,
    data,
    sha256: sha256Of(data).toString('hex'),
  }));
export const finishRecordOf = (datas: readonly string[]): RecordContent => ({
  kind: 'finish',
  data: JSON.stringify({ count: datas.length, head: chainHeadOf(datas) }),
});
export const trialRecords = (count: number, about = 'trial'): RecordContent[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'trial' as const,
    data: JSON.stringify({ about, n, rt: 300 + n }),
  }));

export const newWriterId = () => randomBytes(16).toString('hex');
export const runEnvironment = { device: 'desktop', browser: 'firefox', isolated: true } as const;

/**
 * Launches a session whose study runs on this platform. The study's file exists only as a database
 * row, because no test reads it.
 */
export async function launchHostedStudy(
  run: RunningApp,
  options: RecruitingOptions = {},
  conditions: Conditions | null = null,
): Promise<RecruitingStudy> {
  const r = await recruit(run, { capacity: 50, ...options });
  await turnIntoHostedSession(run, r, r.researcher._id, conditions);
  return r;
}

/** Turns a launched session into a session whose study runs on this platform. */
export async function turnIntoHostedSession(
  run: Pick<RunningApp, 'source'>,
  r: Pick<RecruitingStudy, 'study_id' | 'session_id'>,
  created_by: string,
  conditions: Conditions | null = null,
): Promise<void> {
  const version_id = randomUUID();
  const sha256 = sha256Of(version_id).toString('hex');
  await run.source.query(
    `INSERT INTO research.study_version (id, study_id, number, sha256, name, files, bytes, left_out,
       frozen, created_by, created_at)
     VALUES ($1, $2, 1, $3, 'study.zip', 1, 100, '[]', true, $4, now())`,
    [version_id, r.study_id, sha256, created_by],
  );
  const runtime = {
    kind: 'hosted',
    version_id,
    sha256,
    entry: 'index.html',
    resume: { mode: 'trial', hours: 24 },
    hosts: [],
    needs: [],
    expected_records: null,
    conditions,
  };
  await run.source.query(
    `UPDATE research.session SET snapshot = jsonb_set(snapshot, '{runtime}', $2::jsonb) WHERE id = $1`,
    [r.session_id, JSON.stringify(runtime)],
  );
}

/** A participant in a run. */
export interface RunParticipation {
  readonly r: RecruitingStudy;
  readonly person: TestPerson;
  readonly id: string;
  readonly writer: string;
  readonly run: StartedRun;
}
export interface RunAnswer<T = unknown> {
  readonly status: number;
  readonly retryAfter?: string | undefined;
  readonly body: T & {
    code?: string;
    stored_through?: number;
    fields?: { path: string; code: string }[];
  };
}

export const runRequestsOf = (run: RunningApp) => {
  const asking = injectedRequestsOf(run);
  const ask = async <T = unknown>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    who?: TestPerson,
    body?: object,
  ): Promise<RunAnswer<T>> => {
    return asking.ask<RunAnswer<T>['body']>(method, path, who, body);
  };
  const start = (id: string, person: TestPerson, writer: string, more: object = {}) =>
    ask<StartedRun>('POST', `/api/participations/${id}/runs/`, person, {
      writer,
      environment: runEnvironment,
      ...more,
    });
  const enrolled = async (r: RecruitingStudy) => {
    const person = await makePerson(run.source);
    const { body } = await asking.enrol(r, person);
    return { person, id: body._id };
  };
  const take = async (r: RecruitingStudy): Promise<RunParticipation> => {
    const { person, id } = await enrolled(r);
    const writer = newWriterId();
    const started = await start(id, person, writer);
    if (started.status !== 200) throw new Error(JSON.stringify(started.body));
    return { r, person, id, writer, run: started.body };
  };
  const send = (
    { id, person, run: { _id }, writer }: RunParticipation,
    records: readonly RecordToSend[],
    over: { run_id?: string; writer?: string } = {},
  ) =>
    ask<{ stored_through: number }>('POST', `/api/participations/${id}/trials/`, person, {
      run_id: _id,
      writer,
      trials: records,
      ...over,
    });
  const move = (id: string, who: TestPerson, action: string) =>
    ask<{ state: string }>('PUT', `/api/participations/${id}/`, who, { action });
  /** Reads an answer as text, since it is not JSON. */
  const text = async (path: string, who: TestPerson) => {
    const answer = await run.app.inject({ method: 'GET', url: path, headers: who.headers });
    return { status: answer.statusCode, text: answer.payload };
  };
  const linesOf = (answer: string) =>
    answer
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { seq: number } & RecordContent);
  const own = async ({ id, person, run: { _id } }: RunParticipation, after?: number) => {
    const query = after === undefined ? '' : `?after=${after}`;
    const answer = await text(`/api/participations/${id}/runs/${_id}/records/${query}`, person);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return linesOf(answer.text);
  };
  return { ask, start, enrolled, take, send, move, text, linesOf, own };
};
