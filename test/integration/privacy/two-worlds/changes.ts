import type { DocumentedOperation } from '../../../../contracts/base/non-json-operations';
import * as data from '../../../../contracts/research-data/research-data';
import { broadcast } from '../../../../contracts/messages/messages';
import { listRuns } from '../../../../contracts/runtime/runs';
import { researcherRunRecords } from '../../../../contracts/runtime/stored-records';
import { researcherRunFile, listRunFiles } from '../../../../contracts/runtime/run-files';
import * as sessions from '../../../../contracts/enrolment/sessions';
import type { SeededRandom } from '../../../support/chance/seeded';
import { unzipSync } from 'fflate';
import { authorisationMatrixRows } from '../../authorisation/all-rows';
import type { AuthorisationRow } from '../../authorisation/row';
import { observersOf, type ObserverCalls, type Observer } from './calls';
import { waitUntilWorkersIdle } from './quiet';
import { operationNameOf, parseText } from './observations';
import type { SessionOfYesterday } from './yesterday';

/**
 * Requests that come last, in this order. They delete what other requests are about, or sign the
 * owner out.
 */
const last = [
  'PUT /api/studies/{id}/consent/{version}/',
  'DELETE /api/studies/{id}/collaborators/{account}/',
  'POST /api/studies/{id}/transfer/',
  'PUT /api/studies/{id}/transfer/',
  'DELETE /api/studies/{id}/transfer/',
  'POST /api/collaborations/transfers/',
  'PUT /api/studies/{id}/archived/',
  'DELETE /api/studies/{id}/',
  'DELETE /api/users/profile/',
  'DELETE /api/sign-ins/',
];

/** All rows with changing requests: most in random order, and those that must come last. */
export interface ChangingRequests {
  readonly inChance: readonly AuthorisationRow[];
  readonly final: readonly AuthorisationRow[];
}
export function shuffledChangingRequests(chance: SeededRandom): ChangingRequests {
  const all = authorisationMatrixRows.filter(({ endpoint }) => endpoint.method !== 'GET');
  const isLast = ({ endpoint }: AuthorisationRow) => last.includes(operationNameOf(endpoint));
  return {
    inChance: all
      .filter((row) => !isLast(row))
      .map((row) => [chance.random(), row] as const)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row),
    final: last.flatMap((name) => all.filter(({ endpoint }) => operationNameOf(endpoint) === name)),
  };
}
const named = (calls: ObserverCalls, name: string): Observer => {
  const found = observersOf(calls.yesterday).find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const json = <T>(answer: { payload: string }) => JSON.parse(answer.payload) as T;

/** Makes the changes that the researchers of a session can make to it, except closing it. */
export async function changeSessions(calls: ObserverCalls): Promise<void> {
  for (const stage of calls.yesterday.stages) {
    const { session_id, study_id } = stage.r;
    const change = (body: object, who = 'owner') =>
      calls.send(
        sessions.changeSession,
        { params: { id: session_id }, body },
        named(calls, who),
        `${stage.kind} ${JSON.stringify(body)}`,
      );
    await change({ capacity: 20 });
    await change({ capacity: 8 }, 'editor');
    // The capacity may not fall below the sum of the live totals (docs/privacy.md), so the server
    // gives the same answer in both histories.
    await change({ capacity: 1 }, 'token manage');
    await change({ state: 'paused' });
    await change({ state: 'active' }, 'editor');
    await change({ capacity: 14 });
    const made = await calls.send(
      sessions.createSession,
      { params: { id: study_id }, body: { capacity: 7 } },
      named(calls, 'owner'),
      `another session ${stage.kind}`,
    );
    const { _id: id } = json<{ _id: string }>(made);
    for (const [who, body] of [
      ['owner', { state: 'active' }],
      ['editor', { state: 'closed' }],
    ] as const)
      await calls.send(
        sessions.changeSession,
        { params: { id }, body },
        named(calls, who),
        `another session ${stage.kind}`,
      );
    for (const states of [['enrolled'], ['started'], ['completed', 'timed_out']])
      await calls.send(
        broadcast,
        { params: { id: session_id }, body: { text: 'We begin.', ends_anonymity: true, states } },
        named(calls, 'owner'),
        `${stage.kind} ${states.join()}`,
      );
  }
}

export const closeSessions = async (calls: ObserverCalls): Promise<void> => {
  for (const { r, kind } of calls.yesterday.stages)
    await calls.send(
      sessions.changeSession,
      { params: { id: r.session_id }, body: { state: 'closed' } },
      named(calls, 'owner'),
      `${kind} closed`,
    );
};

/** Requests the records and files of each run that the list of runs shows. */
export async function requestRunRecords(calls: ObserverCalls, when: string): Promise<void> {
  for (const { r, kind } of calls.yesterday.stages)
    for (const who of ['owner', 'editor', 'analyst']) {
      const list = await calls.send(
        listRuns,
        { params: { id: r.session_id } },
        named(calls, who),
        `${when} ${kind}`,
      );
      for (const { _id: id, tag } of json<{ items: { _id: string; tag: string }[] }>(list).items) {
        const about = `${when} ${kind} ${tag}`;
        await calls.send(of(researcherRunRecords), { params: { id } }, named(calls, who), about);
        const files = await calls.send(listRunFiles, { params: { id } }, named(calls, who), about);
        const { items = [] } = json<{ items?: { sha256: string }[] }>(files);
        for (const sha256 of [...items.map((file) => file.sha256), 'a'.repeat(64)])
          await calls.send(
            of(researcherRunFile),
            { params: { id, sha256 } },
            named(calls, who),
            about,
          );
      }
    }
}
const of = ({ method, path }: DocumentedOperation) => ({
  method: method.toUpperCase() as 'GET',
  path: path as `/${string}/`,
});

/**
 * Requests an export in each format, its entry in the list, and its bytes. The order of its rows
 * does not count.
 */
export async function requestExports(
  calls: ObserverCalls,
  formats: readonly string[],
  when: string,
): Promise<void> {
  for (const stage of calls.yesterday.stages)
    for (const format of formats) await exported(calls, stage, format, when);
}
/**
 * The observer who requests the export of a format; the owner requests all formats that are not
 * listed.
 */
const askers: Readonly<Record<string, string>> = { csv: 'editor', json: 'analyst' };
async function exported(
  calls: ObserverCalls,
  { r, kind }: SessionOfYesterday,
  format: string,
  when: string,
) {
  const params = { id: r.study_id };
  const about = `${when} ${kind} ${format}`;
  const asked = await calls.send(
    data.requestStudyExport,
    { params, body: { format, unfinished: true } },
    named(calls, askers[format] ?? 'owner'),
    about,
  );
  if (asked.statusCode !== 202) return;
  await waitUntilWorkersIdle(calls.run);
  const listed = await calls.send(data.listStudyExports, { params }, named(calls, 'owner'), about);
  const url = json<{ items: { download_url: string | null }[] }>(listed).items[0]?.download_url;
  if (!url) return;
  const { pathname, search } = new URL(url);
  const { statusCode, rawPayload } = await calls.run.app.inject({
    method: 'GET',
    url: `${pathname}${search}`,
  });
  calls.keep(operationNameOf(of(data.studyExportFile)), about, {
    statusCode,
    files: Object.fromEntries(
      Object.entries(statusCode === 200 ? unzipSync(rawPayload) : {}).map(([name, bytes]) => [
        name,
        inNoOrder(name, Buffer.from(bytes)),
      ]),
    ),
  });
}
/** Sorts the rows of a table by content; returns the whole content of any other file. */
function inNoOrder(name: string, bytes: Buffer): unknown {
  if (name.endsWith('.parquet')) return { bytes: bytes.length };
  const text = parseText(bytes.toString('utf8'));
  return Array.isArray(text) ? text.map((row) => JSON.stringify(row)).sort() : text;
}
