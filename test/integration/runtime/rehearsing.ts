import type { Rehearsal, RehearsalRun } from '../../../contracts/runtime/rehearsals';
import type { StartedRun } from '../../../contracts/runtime/runtime';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeStudy } from '../studies/fixtures';
import { oneTrialTimeline, timelineRequestsOf, versionRequestsOf } from '../study-files/own-files';
import {
  runEnvironment,
  finishRecordOf,
  newWriterId,
  recordsToSend,
  type RunAnswer,
  type RecordContent,
  type RecordToSend,
} from './running';

export interface RehearsedStudy {
  readonly study: string;
  readonly researcher: TestPerson;
}
interface Simulated {
  readonly writer: string;
  readonly run: StartedRun & { number: number };
}

/** Makes functions that send the requests of a researcher's page about rehearsals. */
export const rehearsalRequestsOf = (run: RunningApp) => {
  const ask = async <T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    who: TestPerson,
    payload?: object,
  ): Promise<RunAnswer<T>> => {
    const answer = await run.app.inject({ method, url, headers: who.headers, payload });
    const body = answer.payload === '' ? {} : answer.json<object>();
    return { status: answer.statusCode, body: body as RunAnswer<T>['body'] };
  };
  const drafted = async (
    versionOf: (study: string, researcher: TestPerson) => Promise<StudyVersion>,
    runtime: object,
    who?: TestPerson,
    details: object = {},
  ) => {
    const researcher = who ?? (await makeResearcher(run.source));
    const study = await makeStudy(run, researcher, details);
    const version = await versionOf(study, researcher);
    const read = await ask<{ version: number }>('GET', `/api/studies/${study}/`, researcher);
    const saved = await ask('PUT', `/api/studies/${study}/`, researcher, {
      version: read.body.version,
      runtime: versionRequestsOf(run).hosted(version, runtime),
    });
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
    return { study, researcher, version: version._id };
  };
  /** Makes a draft with uploaded files, which is not launched. */
  const hosted = (runtime: object = {}, who?: TestPerson, details: object = {}) =>
    drafted((study, one) => versionRequestsOf(run).uploaded(study, one), runtime, who, details);
  /** Makes a draft with a version that the builder published. */
  const built = () =>
    drafted(
      async (study, researcher) =>
        (await timelineRequestsOf(run).publish(study, researcher, oneTrialTimeline).expect(201))
          .body as StudyVersion,
      { kind: 'builder' },
    );
  const make = (study: string, who: TestPerson, body: object = {}) =>
    ask<Rehearsal>('POST', `/api/studies/${study}/rehearsals/`, who, {
      participants: 3,
      mode: 'data-only',
      ...body,
    });
  const at = (id: string, rest = '') => `/api/rehearsals/${id}/${rest}`;
  const start = (id: string, who: TestPerson, writer = newWriterId()) =>
    ask<StartedRun & { number: number }>('POST', at(id, 'runs/'), who, {
      writer,
      environment: runEnvironment,
    });
  const next = async (id: string, who: TestPerson): Promise<Simulated> => {
    const writer = newWriterId();
    const started = await start(id, who, writer);
    if (started.status !== 200) throw new Error(JSON.stringify(started.body));
    return { writer, run: started.body };
  };
  const send = (
    id: string,
    who: TestPerson,
    { writer, run: { _id } }: Simulated,
    trials: RecordToSend[],
  ) =>
    ask<{ stored_through: number }>('POST', at(id, 'trials/'), who, {
      run_id: _id,
      writer,
      trials,
    });
  const end = (id: string, who: TestPerson, simulated: Simulated, how: object = {}) =>
    ask<RehearsalRun>('PUT', at(id, `runs/${simulated.run._id}/`), who, {
      outcome: 'completed',
      ms: 1200,
      answers_ms: 900,
      not_simulated: [],
      stuck_at: null,
      ...how,
    });
  /** Lets a simulated participant go through the whole study. */
  const through = async (
    id: string,
    who: TestPerson,
    made: readonly RecordContent[],
    how: object = {},
  ) => {
    const simulated = await next(id, who);
    const all = [...made, finishRecordOf(made.map(({ data }) => data))];
    const sent = await send(id, who, simulated, recordsToSend(all));
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    const ended = await end(id, who, simulated, how);
    if (ended.status !== 200) throw new Error(JSON.stringify(ended.body));
    return simulated;
  };
  return { ask, hosted, built, make, at, start, next, send, end, through };
};
