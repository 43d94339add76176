import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/chance/wait';
import {
  callApi,
  demoPerson,
  enrolByApi,
  newPerson,
  type Person,
  type RecruitingStudy,
} from './api';
import type { BrowserWindows } from './browser';
import { runningProduct } from './product';
import { launchSession } from './rehearse-and-launch';

/** Reads a file of an npm package, of which a study contains a copy. */
export const readPackageFile = (path: string) => readFileSync(`node_modules/${path}`);

/** A minimal study for tests in which no participant opens it. */
export const onePageStudyFiles = {
  'index.html': Buffer.from('<!doctype html><title>Words</title><p>Words</p>'),
};

type Call = <T = { _id: string }>(method: string, path: string, body?: object) => Promise<T>;
interface OfResearcher {
  study: string;
  token: string;
  call: Call;
}

/**
 * Launches a session of a new study of the demo researcher with these uploaded files. Its roster lists
 * the participants who have started.
 */
export const launchUploadedStudy = (
  files: Record<string, Uint8Array>,
  title: string,
  runtime: object = {},
): Promise<RecruitingStudy> =>
  launchStudyWithVersion(
    ({ study, token }) => uploadStudyFiles(files, study, token),
    title,
    runtime,
  );

export async function uploadStudyFiles(
  files: Record<string, Uint8Array>,
  study: string,
  token: string,
) {
  const form = new FormData();
  const archive = new Uint8Array(zipSync(files));
  form.append('file', new Blob([archive], { type: 'application/zip' }), 'study.zip');
  const uploaded = await fetch(`${runningProduct().url}/api/studies/${study}/versions/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const version = (await uploaded.json()) as { _id: string };
  expect({ status: uploaded.status, version }).toMatchObject({ status: 201 });
  return version;
}

/** Launches a session of a new study, with a version of the study that the given function makes. */
export async function launchStudyWithVersion(
  versionOf: (of: OfResearcher) => Promise<{ _id: string }>,
  title: string,
  runtime: object = {},
): Promise<RecruitingStudy> {
  const { call, recruiting } = await prepareStudyForLaunch(versionOf, title, runtime);
  await launchSession(call, recruiting.study_id, recruiting.session_id);
  return recruiting;
}

/**
 * Makes a study of the demo researcher with a session that is not launched.
 * @param more further properties of the study, such as its reward
 */
export async function prepareStudyForLaunch(
  versionOf: (of: OfResearcher) => Promise<{ _id: string }>,
  title: string,
  runtime: object = {},
  more: object = {},
): Promise<{ call: Call; recruiting: RecruitingStudy }> {
  const researcher = await demoPerson('researcher');
  const call: Call = (method, path, body) =>
    callApi(method, path, { token: researcher.token, ...(body && { body }) });
  const study = await call<{ _id: string; version: number }>('POST', '/api/studies/', {
    title,
    description: 'You press a key for each word.',
    duration_minutes: 5,
    privacy_level: 'roster_on_start',
    ...more,
  });
  const version = await versionOf({ study: study._id, token: researcher.token, call });
  await call('PUT', `/api/studies/${study._id}/`, {
    version: study.version,
    runtime: {
      kind: 'hosted',
      version_id: version._id,
      entry: 'index.html',
      resume: { mode: 'trial', hours: 24 },
      hosts: [],
      needs: [],
      expected_records: null,
      conditions: null,
      ...runtime,
    },
  });
  const consent = await call<{ _id: string; sha256: string }>(
    'PUT',
    `/api/studies/${study._id}/consent/`,
    { title: 'Consent form', body_markdown: 'You press keys.' },
  );
  const session = await call('POST', `/api/studies/${study._id}/sessions/`, { capacity: 5 });
  const recruiting = {
    study_id: study._id,
    session_id: session._id,
    link_key: null,
    title,
    consent: { _id: consent._id, sha256: consent.sha256 },
  };
  return { call, recruiting };
}

/**
 * Enrols a participant, and opens a window for the run. The window has no cookie consent, since the
 * run page ignores it.
 * @param participant a new person, if absent
 */
export async function enrolAndOpenStudy(
  browser: BrowserWindows,
  study: RecruitingStudy,
  width = 1280,
  participant?: Person,
) {
  const person = participant ?? (await newPerson());
  const { _id } = await enrolByApi(person, study);
  const page = await browser.open({
    as: person,
    cookiesAccepted: false,
    viewport: { width, height: 800 },
  });
  return { person, page, participation: _id };
}
export const clickBegin = async (page: Page) =>
  page.getByRole('button', { name: /^(Begin|Go on with the study)$/ }).click();

export interface StoredRunRecord {
  kind: string;
  data: string;
}
/** Reads the records of the session's finished run; if no run is finished, those of the first run. */
export async function recordsOfSession(session: string): Promise<StoredRunRecord[]> {
  const researcher = await demoPerson('researcher');
  const { items } = await callApi<{ items: { _id: string; state: string }[] }>(
    'GET',
    `/api/sessions/${session}/runs/`,
    { token: researcher.token },
  );
  const run = items.find(({ state }) => state === 'finished') ?? items[0];
  const answer = await fetch(`${runningProduct().url}/api/runs/${run?._id}/records/`, {
    headers: { authorization: `Bearer ${researcher.token}` },
  });
  const lines = (await answer.text()).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as StoredRunRecord);
}
/** Waits until the server has stored the records; the status on the page may be slightly older. */
export const waitUntilStored = (
  session: string,
  areHere: (records: readonly StoredRunRecord[]) => boolean,
) => eventually(() => recordsOfSession(session), areHere);
export const trialsIn = (records: readonly StoredRunRecord[]) =>
  records
    .filter(({ kind }) => kind === 'trial')
    .map(({ data }) => JSON.parse(data) as { word?: string; correct?: boolean });
