import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { seriousViolations, sticksOut } from './support/accessibility';
import { callApi, enrolByApi, newPerson, signInByApi, type Person } from './support/api';
import { useBrowser } from './support/browser';
import { demoAccounts, product } from './support/product';
import { see, seeHeading, seeText } from './support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await signInByApi(demoAccounts.researcher);
});

const call = <T = { _id: string }>(who: Person, method: string, path: string, body: object) =>
  callApi<T>(method, path, { token: who.token, body });
const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** A launched session of a study that runs here; its roster names who started. */
async function recruitHosted(title: string) {
  const study = await call<{ _id: string; version: number }>(researcher, 'POST', '/api/studies/', {
    title,
    description: 'You press keys.',
    duration_minutes: 5,
    privacy_level: 'roster_on_start',
  });
  const form = new FormData();
  const page = new TextEncoder().encode('<!doctype html><title>Words</title>');
  const archive = new Uint8Array(zipSync({ 'index.html': page }));
  form.append('file', new Blob([archive], { type: 'application/zip' }), 'study.zip');
  const uploaded = await fetch(`${product().url}/api/studies/${study._id}/versions/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${researcher.token}` },
    body: form,
  });
  const { _id: version_id } = (await uploaded.json()) as { _id: string };
  await call(researcher, 'PUT', `/api/studies/${study._id}/`, {
    version: study.version,
    runtime: {
      kind: 'hosted',
      version_id,
      entry: 'index.html',
      resume: { mode: 'trial', hours: 24 },
      hosts: [],
      needs: [],
      expected_records: null,
      conditions: null,
    },
  });
  const consent = await call<{ _id: string; sha256: string }>(
    researcher,
    'PUT',
    `/api/studies/${study._id}/consent/`,
    { title: 'Consent form', body_markdown: 'You press keys.' },
  );
  const path = `/api/studies/${study._id}/sessions/`;
  const session = await call(researcher, 'POST', path, { capacity: 5 });
  await call(researcher, 'PUT', `/api/sessions/${session._id}/`, { state: 'active' });
  const ids = { study_id: study._id, session_id: session._id, link_key: null, title };
  return { ...ids, consent: { _id: consent._id, sha256: consent.sha256 } };
}

/** As the page around a study does it. */
async function takePart(study: Awaited<ReturnType<typeof recruitHosted>>, data: string) {
  const person = await newPerson();
  const { _id: id } = await enrolByApi(person, study);
  const writer = randomBytes(16).toString('hex');
  const run = await call(person, 'POST', `/api/participations/${id}/runs/`, {
    writer,
    environment: { device: 'desktop', browser: 'chrome', isolated: true },
  });
  const head = sha256(Buffer.alloc(32), sha256(data)).toString('hex');
  const records = [
    { seq: 1, kind: 'trial', data },
    { seq: 2, kind: 'finish', data: JSON.stringify({ count: 1, head }) },
  ];
  await call(person, 'POST', `/api/participations/${id}/trials/`, {
    run_id: run._id,
    writer,
    trials: records.map((one) => ({ ...one, sha256: sha256(one.data).toString('hex') })),
  });
  await call(person, 'PUT', `/api/participations/${id}/`, { action: 'complete' });
  return { person, id };
}

describe('The data of a study', () => {
  it('are exported and downloaded in the editor, and not any more once somebody withdraws theirs', async () => {
    const study = await recruitHosted('Words and their data');
    const { person, id } = await takePart(study, '{"word":"red","rt":312}');
    const page = await browser.open({ as: researcher });
    await page.goto(`/experiments/details/${study.study_id}?tab=data`);
    await seeHeading(page, 'Data');
    await page.getByRole('radio', { name: 'JSON', exact: true }).check();
    await page.getByRole('button', { name: 'Make an export' }).click();
    await seeText(page, '1 run, 1 row');
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await sticksOut(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const files = unzipSync(readFileSync(await download.path()));
    const rows = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array())) as object[];
    expect(rows).toMatchObject([{ run_kind: 'trial', word: 'red', rt: 312 }]);

    await call(person, 'PUT', `/api/participations/${id}/`, { action: 'withdraw-data' });
    await page.reload();
    await seeText(page, 'Make a new export, and delete copies of this one.');
    await see(page.getByText(/^Outdated/));
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0);
  });
});
