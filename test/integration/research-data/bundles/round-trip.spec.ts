/** Two installations, each with its own database and folder: one exports, the other imports. */
import { randomBytes } from 'node:crypto';
import type { Study } from '../../../../contracts/studies/studies';
import { TestClock, type RunningApp, type SeparateApp } from '../../../support/app/app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { launchHostedStudy, trialRecords } from '../../runtime/running';
import { studyExportRequestsOf } from '../exporting';
import { bundleRequestsOf, textFilesIn, bundleHashesOf, bundleIndexIn } from './bundling';
import { firstRecordsOfRuns, makeStudyWithRuns } from './study-of-yesterday';
import { startTwoInstallations, type TwoInstallations } from './two-installations';

const clock = new TestClock();
const day = 86_400_000;
let two: TwoInstallations;
let here: RunningApp;
let there: SeparateApp;
let colleague: TestPerson;
/** A study that no test changes, and its bundle. */
let unchanged: RecruitingStudy;
let unchangedBundle: Buffer;
beforeAll(async () => {
  two = await startTwoInstallations(clock);
  ({ here, there } = two);
  colleague = await makeResearcher(there.source);
  unchanged = await studyWithData();
  const { study_id, researcher } = unchanged;
  unchangedBundle = await bundleRequestsOf(here).bundled(study_id, researcher);
});
afterAll(() => two.close());

/** Sorts the rows and their columns, whose order is different in each export. */
const inOrder = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
const studyWithData = (options?: object) => makeStudyWithRuns(here, clock, options);
/** Makes a study with one run, for a test of the study’s settings. */
const studyWithOneRun = () => makeStudyWithRuns(here, clock, {}, 1);

/**
 * Leaves out the fields about the participation, which stays at the first installation: a bundle
 * contains runs only.
 */
const withoutDecision = (run: Record<string, unknown>) => {
  const { participation: _, tag: __, left_window: ___, ...others } = run;
  return others;
};

describe('A bundle that an installation exports', () => {
  it('becomes a draft in a different installation with the same files and data, and the bundle of that draft is equal', async () => {
    const [r, bundle] = [unchanged, unchangedBundle];
    const { study_id, data } = await bundleRequestsOf(there).imported(colleague, bundle);
    expect(data).toMatchObject({ runs: 3, sha256: bundleIndexIn(bundle).data_sha256 });
    const answer = await there.http().get(`/api/studies/${study_id}/`).set(colleague.headers);
    const draft = answer.body as Study;
    const original = (
      await here.http().get(`/api/studies/${r.study_id}/`).set(r.researcher.headers)
    ).body as Study;
    expect(draft).toMatchObject({
      state: 'draft',
      title: original.title,
      description: original.description,
      reward: original.reward,
      payment_terms: { how: 'bank transfer', within_days: 14 },
      privacy_level: original.privacy_level,
      runtime: { kind: 'hosted', sha256: (original.runtime as { sha256?: string }).sha256 },
    });
    const again = await bundleRequestsOf(there).bundled(study_id, colleague);
    expect(bundleHashesOf(bundleIndexIn(again))).toEqual(bundleHashesOf(bundleIndexIn(bundle)));
    const [from, own] = bundleIndexIn(again).sources;
    expect(from).toEqual(bundleIndexIn(bundle).sources[0]);
    expect(own?.study).toBe(study_id);
  });

  it('with files chosen for loading beforehand has format version 2, and keeps the choice', async () => {
    const r = await studyWithOneRun();
    const at = `/api/studies/${r.study_id}/`;
    const before = await here.http().get(at).set(r.researcher.headers).expect(200);
    await here.source.query(`UPDATE research.study SET payment_terms = NULL WHERE id = $1`, [
      r.study_id,
    ]);
    const plain = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    expect(bundleIndexIn(plain)).toMatchObject({ format_version: 1 });
    const older = await bundleRequestsOf(there).imported(colleague, plain);
    const withoutTerms = await there
      .http()
      .get(`/api/studies/${older.study_id}/`)
      .set(colleague.headers);
    expect(withoutTerms.body).toMatchObject({ reward: { amount: 450 }, payment_terms: null });
    const beforehand = { files: ['img/', 'data/long.bin'], begins_without: true };
    const { runtime } = before.body as { runtime: object };
    await here
      .http()
      .put(at)
      .set(r.researcher.headers)
      .send({ runtime: { ...runtime, beforehand } })
      .expect(200);
    const chosen = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    expect(bundleIndexIn(chosen)).toMatchObject({ format_version: 2 });
    const { study_id } = await bundleRequestsOf(there).imported(colleague, chosen);
    const draft = await there.http().get(`/api/studies/${study_id}/`).set(colleague.headers);
    expect((draft.body as Study).runtime).toMatchObject({ kind: 'hosted', beforehand });
    const again = await bundleRequestsOf(there).bundled(study_id, colleague);
    expect(bundleIndexIn(again)).toMatchObject({ format_version: 2 });
    expect(bundleHashesOf(bundleIndexIn(again))).toEqual(bundleHashesOf(bundleIndexIn(chosen)));
  });

  it('with partial pay for participants who leave has format version 3, and keeps these terms', async () => {
    const r = await studyWithOneRun();
    const payment_terms = {
      how: 'cash',
      within_days: 3,
      pay: { withdrawn: { kind: 'part', percent: 40 }, screened_out: { kind: 'by_time' } },
    };
    await here
      .http()
      .put(`/api/studies/${r.study_id}/`)
      .set(r.researcher.headers)
      .send({ payment_terms })
      .expect(200);
    const bundle = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    expect(bundleIndexIn(bundle)).toMatchObject({ format_version: 3 });
    const { study_id } = await bundleRequestsOf(there).imported(colleague, bundle);
    const draft = await there.http().get(`/api/studies/${study_id}/`).set(colleague.headers);
    expect(draft.body).toMatchObject({ payment_terms });
  });

  it('of a study that offers credit has format version 4, and keeps the offer', async () => {
    const r = await studyWithOneRun();
    await here
      .http()
      .put(`/api/studies/${r.study_id}/`)
      .set(r.researcher.headers)
      .send({ offers_credit: true })
      .expect(200);
    const bundle = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    expect(bundleIndexIn(bundle)).toMatchObject({ format_version: 4 });
    const { study_id } = await bundleRequestsOf(there).imported(colleague, bundle);
    const draft = await there.http().get(`/api/studies/${study_id}/`).set(colleague.headers);
    expect(draft.body).toMatchObject({ offers_credit: true });
  });

  it('contains each record byte for byte as the study made it', () => {
    const files = textFilesIn(unchangedBundle);
    const lines = Object.entries(files)
      .filter(([name]) => name.startsWith('data/runs/'))
      .flatMap(([, text]) => text.split('\n').filter(Boolean))
      .map((line) => JSON.parse(line) as { seq?: number; kind?: string; data?: string });
    const texts = lines.filter(({ seq }) => seq !== undefined).map(({ data }) => data);
    for (const { data } of firstRecordsOfRuns)
      expect(texts.filter((text) => text === data)).toHaveLength(3);
  });

  it('gives exports after its import that equal those of the first installation', async () => {
    const r = unchanged;
    const bundle = await bundleRequestsOf(here).bundled(r.study_id, r.researcher, {
      unfinished: true,
    });
    const { study_id } = await bundleRequestsOf(there).imported(colleague, bundle);
    const options = { format: 'json', unfinished: true };
    const first = await studyExportRequestsOf(here).downloaded(r.study_id, r.researcher, options);
    const second = await studyExportRequestsOf(there).downloaded(study_id, colleague, options);
    expect(inOrder(second.data)).toEqual(inOrder(first.data));
    expect(inOrder(second.events)).toEqual(inOrder(first.events));
    expect(inOrder(second.runs)).toEqual(inOrder(first.runs.map(withoutDecision)));
    expect(second.data.length).toBeGreaterThan(6);
  });

  it('says of imported data how many values were withheld, and so does an export of them', async () => {
    const r = await launchHostedStudy(here, { privacy_level: 'anonymous' });
    const at = '2026-11-02T12:34:56.789Z';
    await studyExportRequestsOf(here).tookPart(
      r,
      [{ kind: 'trial', data: JSON.stringify({ at }) }],
      'completed',
    );
    clock.advance(day);
    const first = bundleIndexIn(await bundleRequestsOf(here).bundled(r.study_id, r.researcher));
    expect(first.withheld_values).toBeGreaterThan(0);
    const bundle = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    const { study_id } = await bundleRequestsOf(there).imported(colleague, bundle);
    const again = bundleIndexIn(await bundleRequestsOf(there).bundled(study_id, colleague));
    expect(again.withheld_values).toBe(first.withheld_values);
    const { manifest, files } = await studyExportRequestsOf(there).downloaded(study_id, colleague);
    expect(manifest.withheld_values).toBe(first.withheld_values);
    expect(files['README.md']).toMatch(/- \d+ values? (?:that is|that are) withheld/);
    await there
      .http()
      .delete(`/api/studies/${study_id}/imported-data/`)
      .set(colleague.headers)
      .expect(204);
    const [left] = await there.source.query<object[]>(
      'SELECT withheld_values, withheld_recordings FROM research.imported_study WHERE study_id = $1',
      [study_id],
    );
    expect(left).toEqual({ withheld_values: 0, withheld_recordings: 0 });
  });

  it('identifies no person: no file contains an account, address, name or time', async () => {
    const r = await studyWithData({ privacy_level: 'anonymous' });
    const bundle = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    const all = Object.values(textFilesIn(bundle)).join('\n');
    const people: { id: string; email: string; first_name: string; last_name: string }[] =
      await here.source.query(`SELECT id, email, first_name, last_name FROM identity.account`);
    expect(people.length).toBeGreaterThan(3);
    for (const { id, email } of people) {
      expect(all).not.toContain(id);
      expect(all).not.toContain(email);
    }
    expect(all.replaceAll(bundleIndexIn(bundle).sources[0]?.made_on ?? '', '')).not.toMatch(
      /\d{4}-\d\d-\d\d/,
    );
  });

  it('keeps the consent form as a draft, with its questions, languages and exact text', async () => {
    const r = await studyWithOneRun();
    const question = { text: 'May you stop?', choices: ['Yes', 'No'], explanation: 'At any time.' };
    const form = {
      title: 'What happens',
      body_markdown: 'You press **keys**.',
      locale: 'en',
      comprehension: { tries: 2, questions: [{ ...question, right: 0 }] },
      translations: [
        { locale: 'de', title: 'Was geschieht', body_markdown: 'Tasten.', questions: [question] },
      ],
    };
    const at = (study: string) => `/api/studies/${study}/consent/`;
    await here.http().put(at(r.study_id)).set(r.researcher.headers).send(form).expect(200);
    const bundle = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    const { study_id } = await bundleRequestsOf(there).imported(colleague, bundle);
    const rows = await there.source.query<object[]>(
      `SELECT state, sha256, body_markdown, comprehension, translations FROM research.consent
       WHERE study_id = $1`,
      [study_id],
    );
    const [source] = await here.source.query<object[]>(
      `SELECT sha256, body_markdown, comprehension, translations FROM research.consent
       WHERE study_id = $1 AND state = 'valid'`,
      [r.study_id],
    );
    expect(rows).toEqual([{ state: 'draft', ...source }]);
  });

  it('keeps a consent form that is a PDF, which browsers can show', async () => {
    const r = await studyWithOneRun();
    const pdf = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      randomBytes(200),
      Buffer.from('\n%%EOF\n'),
    ]);
    await here
      .http()
      .put(`/api/studies/${r.study_id}/consent/`)
      .set(r.researcher.headers)
      .attach('file', pdf, { filename: 'form.pdf', contentType: 'application/pdf' })
      .expect(200);
    const bundle = await bundleRequestsOf(here).bundled(r.study_id, r.researcher);
    const { study_id } = await bundleRequestsOf(there).imported(colleague, bundle);
    const kept = await there.source.query<{ type: string }[]>(
      `SELECT f.type FROM platform.stored_file f JOIN research.consent c ON c.sha256 = f.sha256
       WHERE c.study_id = $1 AND c.kind = 'pdf'`,
      [study_id],
    );
    expect(kept).toEqual([{ type: 'application/pdf' }]);
  });

  it('omits withdrawn data, and is outdated after a withdrawal', async () => {
    const r = await studyWithData();
    const { made, one, tookPart } = studyExportRequestsOf(here);
    const t = await tookPart(r, trialRecords(2), 'completed');
    clock.advance(day);
    const before = await made(r.study_id, r.researcher, { format: 'bundle' });
    expect(before).toMatchObject({ state: 'ready', runs: 4 });
    const left = await studyExportRequestsOf(here).running.move(t.id, t.person, 'withdraw-data');
    expect(left.status).toBe(200);
    expect((await one(r.study_id, r.researcher, before._id)).state).toBe('outdated');
    const after = bundleIndexIn(await bundleRequestsOf(here).bundled(r.study_id, r.researcher));
    expect(after).toMatchObject({ counts: { runs: 3 }, left_out: { withdrawn: 1 } });
  });
});

describe('Data imported with a bundle', () => {
  it('can be deleted by the people of the study, which makes exports of them outdated', async () => {
    const bundle = unchangedBundle;
    const { study_id } = await bundleRequestsOf(there).imported(colleague, bundle);
    const { made, one } = studyExportRequestsOf(there);
    const ready = await made(study_id, colleague, { format: 'csv' });
    const at = `/api/studies/${study_id}/imported-data/`;
    await there.http().delete(at).set(colleague.headers).expect(204);
    await there.http().delete(at).set(colleague.headers).expect(204);
    expect((await one(study_id, colleague, ready._id)).state).toBe('outdated');
    expect((await there.http().get(at).set(colleague.headers)).body).toEqual({ data: null });
    expect(await made(study_id, colleague, { format: 'csv' })).toMatchObject({ runs: 0 });
  });
});
