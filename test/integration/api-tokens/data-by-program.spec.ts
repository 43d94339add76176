import { randomUUID } from 'node:crypto';
import type { StudyExport } from '../../../contracts/research-data/research-data';
import type { RunListEntry } from '../../../contracts/runtime/runs';
import type { Study } from '../../../contracts/studies/studies';
import { makeStudy } from '../studies/fixtures';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { studyExportRequestsOf, trialRecord } from '../research-data/exporting';
import { launchHostedStudy } from '../runtime/running';
import { versionRequestsOf } from '../study-files/own-files';
import { apiTokenRequestsOf } from './tokens';

let run: RunningApp;
let tokens: ReturnType<typeof apiTokenRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  tokens = apiTokenRequestsOf(run);
});
afterAll(() => run.close());

const study = async (privacy_level: 'roster_on_start' | 'anonymous' = 'roster_on_start') => {
  const r = await launchHostedStudy(run, { privacy_level });
  await studyExportRequestsOf(run).tookPart(r, [trialRecord({ answer: 42 })], 'completed');
  return r;
};
const at = (id: string) => `/api/studies/${id}/exports/`;

describe('A program with an API token of the scope export', () => {
  it('can make an export, list it, and download it by its address', async () => {
    const r = await study();
    const { token } = await tokens.make(r.researcher, { scopes: ['export'] });
    const { work, fetchFile, unpack } = studyExportRequestsOf(run);
    const asked = await tokens.call(token, at(r.study_id), 'post', { format: 'json' });
    expect(asked).toMatchObject({ status: 202, body: { state: 'waiting', format: 'json' } });
    const { _id } = asked.body as StudyExport;
    await work(r.study_id, _id);
    const listed = await tokens.call(token, at(r.study_id));
    const [done] = (listed.body as { items: StudyExport[] }).items;
    expect(done).toMatchObject({ _id, state: 'ready', runs: 1 });
    const { data } = unpack((await fetchFile(done?.download_url ?? '').expect(200)).body as Buffer);
    expect(data).toMatchObject([{ answer: 42 }]);
    const audit: { step: string; token: string }[] = await run.source.query(
      `SELECT details->>'step' AS step, details->>'api_token_id' AS token FROM platform.audit
       WHERE details->>'export_id' = $1 ORDER BY at`,
      [_id],
    );
    expect(audit.map(({ step, token: by }) => [step, by !== null])).toEqual([
      ['asked', true],
      ['downloaded', true],
    ]);
  });

  it('cannot use the address of a download after the token has ended or is bound to a different study', async () => {
    const r = await study();
    const made = await tokens.make(r.researcher, { scopes: ['export'] });
    const { work, fetchFile } = studyExportRequestsOf(run);
    const asked = await tokens.call(made.token, at(r.study_id), 'post', {});
    await work(r.study_id, (asked.body as StudyExport)._id);
    const listed = await tokens.call(made.token, at(r.study_id));
    const url = (listed.body as { items: StudyExport[] }).items[0]?.download_url ?? '';
    await fetchFile(url).expect(200);
    const held = (set: string, value: unknown) =>
      run.source.query(`UPDATE identity.api_token SET ${set} = $2 WHERE id = $1`, [
        made._id,
        value,
      ]);
    await held('study_ids', [randomUUID()]);
    await fetchFile(url).expect(404);
    await held('study_ids', [r.study_id]);
    await fetchFile(url).expect(200);
    await held('scopes', ['read']);
    await fetchFile(url).expect(404);
    await held('scopes', ['export']);
    await run.http().delete(`/api/api-tokens/${made._id}/`).set(r.researcher.headers).expect(204);
    await fetchFile(url).expect(404);
  });

  it('can read runs and records by the same rules as the page', async () => {
    const named = await study();
    const hidden = await study('anonymous');
    for (const [r, runs] of [
      [named, 1],
      [hidden, 0],
    ] as const) {
      const { token } = await tokens.make(r.researcher, {
        scopes: ['export'],
        study_ids: [r.study_id],
      });
      const listed = await tokens.call(token, `/api/sessions/${r.session_id}/runs/`);
      const { items } = listed.body as { items: RunListEntry[] };
      expect([listed.status, items.length]).toEqual([200, runs]);
      const [row]: { id: string }[] = await run.source.query(
        'SELECT id FROM research.run WHERE session_id = $1',
        [r.session_id],
      );
      const records = await run
        .http()
        .get(`/api/runs/${row?.id ?? ''}/records/`)
        .set('authorization', `Bearer ${token}`);
      expect(records.status).toBe(runs > 0 ? 200 : 404);
    }
    const [row]: { id: string }[] = await run.source.query(
      'SELECT id FROM research.run WHERE session_id = $1',
      [named.session_id],
    );
    const path = `/api/runs/${row?.id ?? ''}/records/`;
    const reads = await tokens.make(named.researcher, { scopes: ['read', 'manage'] });
    expect(await tokens.call(reads.token, path)).toMatchObject({
      code: 'scope_missing',
      scope: 'export',
    });
    const bound = { scopes: ['export'], study_ids: [hidden.study_id] };
    const other = await tokens.make(hidden.researcher, bound);
    expect(await tokens.call(other.token, path)).toMatchObject({ code: 'token_bound' });
  });

  it('is documented in OpenAPI, with an example for R and one for Python', async () => {
    const answer = await run.http().get('/api/openapi.json').expect(200);
    const { paths } = answer.body as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    const post = paths['/api/studies/{id}/exports/']?.post;
    expect(post).toMatchObject({
      security: [{ bearer: [] }, { api_token: ['export'] }],
      'x-codeSamples': [{ lang: 'Python' }, { lang: 'R' }],
    });
    expect(paths['/api/runs/{id}/records/']?.get).toMatchObject({
      security: [{ bearer: [] }, { api_token: ['export'] }],
    });
  });
});

describe('A runtime that names only a version', () => {
  it('is completed from the version’s report, and later from the study’s settings', async () => {
    const owner = await makeResearcher(run.source);
    const id = await makeStudy(run, owner);
    const ask = versionRequestsOf(run);
    const version = await ask.uploaded(id, owner);
    const put = (runtime: object) =>
      run.http().put(`/api/studies/${id}/`).set(owner.headers).send({ runtime });
    const first = (await put({ kind: 'hosted', version_id: version._id }).expect(200))
      .body as Study;
    expect(first.runtime).toMatchObject({
      ...{ kind: 'hosted', version_id: version._id, sha256: version.sha256, entry: version.entry },
      ...{ hosts: [], needs: [], expected_records: null, conditions: null },
    });
    await put(ask.hosted(version, { expected_records: 7, hosts: ['https://a.test'] })).expect(200);
    const again = (await put({ kind: 'hosted', version_id: version._id }).expect(200))
      .body as Study;
    expect(again.runtime).toMatchObject({ expected_records: 7, hosts: ['https://a.test'] });
    const refused = await put({ kind: 'hosted', version_id: randomUUID() }).expect(400);
    expect(refused.body).toMatchObject({ fields: [{ path: 'runtime.version_id' }] });
    await run.source.query(
      'UPDATE research.study_version SET report = NULL, kind = NULL, errors = NULL, warnings = NULL, entry = NULL WHERE id = $1',
      [version._id],
    );
    const waits = await put({ kind: 'hosted', version_id: version._id }).expect(400);
    expect(waits.body).toMatchObject({
      fields: [{ path: 'runtime.version_id', code: 'not_possible_now' }],
    });
  });
});
