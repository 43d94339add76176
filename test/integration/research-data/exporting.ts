import { unzipSync } from 'fflate';
import request from 'supertest';
import type { StudyExport } from '../../../contracts/research-data/research-data';
import { CONFIG } from '../../../server/config';
import { Snapshots } from '../../../server/platform/db/snapshot';
import { createLog } from '../../../server/platform/observability/log';
import { Secrets } from '../../../server/platform/security/secrets';
import { Storage } from '../../../server/platform/storage/storage';
import { StoreRareValues } from '../../../server/runtime/rare-values/keep-rare-values';
import { PooledStudies } from '../../../server/research-data/pools/pooled-studies';
import { StudyExportState } from '../../../server/research-data/export-job/export-state';
import { StudyExportConsumer } from '../../../server/research-data/export-job/study-export.consumer';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import {
  finishRecordOf,
  runRequestsOf,
  recordsToSend,
  type RecordContent,
  type RunParticipation,
} from '../runtime/running';
import type { RecruitingStudy } from '../../support/people/recruiting';

type Row = Record<string, unknown>;
interface CodebookEntry {
  name: string;
  description?: string;
  type: string;
  levels: unknown[] | null;
  range: [number, number] | null;
  missing: number;
  renamed_from?: string;
}
/** An unpacked archive, with the tables of the format JSON parsed. */
export interface UnpackedExport {
  readonly files: Readonly<Record<string, string>>;
  readonly bytes: Readonly<Record<string, Uint8Array>>;
  readonly data: Row[];
  readonly events: Row[];
  readonly runs: Row[];
  readonly codebook: Readonly<Record<'data' | 'events' | 'runs', CodebookEntry[]>>;
  readonly manifest: {
    made_on: string;
    counts: { runs: number; rows: number; columns: number };
    left_out: Record<string, number>;
    withheld_values: number;
    repeated_rows: number;
    sessions: { session: string; privacy_level: string; version: { sha256: string } | null }[];
    files: { name: string; bytes: number; sha256: string }[];
  };
}
const tableOf = (files: Record<string, string>, name: string): Row[] =>
  JSON.parse(files[`${name}.json`] ?? '[]') as Row[];

/** Reads the manifest of an export. A bundle has an index instead, with the same fields. */
function manifestOf(manifest: string, index: string | undefined): UnpackedExport['manifest'] {
  if (index === undefined) return JSON.parse(manifest) as UnpackedExport['manifest'];
  const bundle = JSON.parse(index) as UnpackedExport['manifest'] & {
    sources: { made_on: string }[];
  };
  return { ...bundle, made_on: bundle.sources.at(-1)?.made_on ?? '' };
}

/**
 * Makes the requests of researchers about exports of data, and does the work of a worker on them.
 */
export const studyExportRequestsOf = (run: RunningApp) => {
  const running = runRequestsOf(run);
  const state = run.app.get(StudyExportState, { strict: false });
  const worker = new StudyExportConsumer(
    state,
    run.app.get(Snapshots, { strict: false }),
    run.app.get(Storage, { strict: false }),
    run.clock,
    run.app.get(StoreRareValues, { strict: false }),
    run.app.get(PooledStudies, { strict: false }),
    run.app.get(Secrets, { strict: false }),
    run.app.get(CONFIG, { strict: false }),
    createLog('silent', 'test-exports'),
  );
  const at = (study: string) => `/api/studies/${study}/exports/`;
  const ask = (study: string, who: TestPerson, body: object = {}) =>
    running.ask<StudyExport>('POST', at(study), who, body);
  const list = async (study: string, who: TestPerson) =>
    (await running.ask<{ items: StudyExport[] }>('GET', at(study), who)).body.items;
  const one = async (study: string, who: TestPerson, id: string) => {
    const found = (await list(study, who)).find(({ _id }) => _id === id);
    if (!found) throw new Error('no such export');
    return found;
  };
  /** Makes an export, as a worker does when it gets the message from the queue. */
  const work = (study_id: string, export_id: string) =>
    worker.on['research-data.export-requested']({
      id: export_id,
      name: 'research-data.export-requested',
      data: { study_id, export_id },
      at: new Date().toISOString(),
      request_id: null,
    });
  /** Makes the export of a pool, as a worker does when it gets the message from the queue. */
  const workOnPool = (classroom_id: string, export_id: string) =>
    worker.on['research-data.pool-requested']({
      id: export_id,
      name: 'research-data.pool-requested',
      data: { classroom_id, export_id },
      at: new Date().toISOString(),
      request_id: null,
    });
  const made = async (study: string, who: TestPerson, body: object = {}) => {
    const asked = await ask(study, who, body);
    if (asked.status !== 202) throw new Error(JSON.stringify(asked.body));
    await work(study, asked.body._id);
    return one(study, who, asked.body._id);
  };
  /** Downloads a file from the server of this test, whatever host the address names. */
  const fetchFile = (url: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(url);
    return request(run.url)
      .get(`${pathname}${search}`)
      .set(headers)
      .buffer(true)
      .parse((answer, done) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => done(null, Buffer.concat(chunks)));
      });
  };
  const unpack = (zip: Buffer): UnpackedExport => {
    const bytes = unzipSync(zip);
    const files = Object.fromEntries(
      Object.entries(bytes).map(([name, content]) => [name, Buffer.from(content).toString('utf8')]),
    );
    const explaining = (name: string) =>
      files[name] ?? files[`documentation/${name}`] ?? files[`sourcedata/${name}`] ?? 'null';
    return {
      files,
      bytes,
      data: tableOf(files, 'data'),
      events: tableOf(files, 'events'),
      runs: tableOf(files, 'runs'),
      codebook: JSON.parse(explaining('codebook.json')) as UnpackedExport['codebook'],
      manifest: manifestOf(explaining('manifest.json'), files['bundle.json']),
    };
  };
  const downloaded = async (study: string, who: TestPerson, body: object = { format: 'json' }) => {
    const { download_url, state: told } = await made(study, who, body);
    if (!download_url) throw new Error(`it is ${told}`);
    return unpack((await fetchFile(download_url).expect(200)).body as Buffer);
  };
  /**
   * Lets a new participant send these records. Unless `end` is `open`, the run ends and is
   * complete.
   */
  const tookPart = async (
    r: RecruitingStudy,
    records: readonly RecordContent[],
    end: 'completed' | 'finished' | 'open' = 'finished',
  ): Promise<RunParticipation> => {
    const t = await running.take(r);
    const last = end === 'open' ? [] : [finishRecordOf(records.map(({ data }) => data))];
    const sent = await running.send(t, recordsToSend([...records, ...last]));
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    if (end === 'completed') await running.move(t.id, t.person, 'complete');
    return t;
  };
  const makeEditor = async (studyId: string): Promise<TestPerson> => {
    const editor = await makeResearcher(run.source);
    await run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
       VALUES ($1, $2, 'editor', now())`,
      [editor._id, studyId],
    );
    return editor;
  };
  return {
    makeEditor,
    ask,
    list,
    one,
    work,
    workOnPool,
    made,
    fetchFile,
    unpack,
    downloaded,
    tookPart,
    state,
    running,
  };
};

export const trialRecord = (value: unknown): RecordContent => ({
  kind: 'trial',
  data: JSON.stringify(value),
});
