/**
 * @lane quick
 * @engines one: the server refuses the socket before it uses a queue, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { sha256 } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { openTestSocket } from '../../support/app/watcher';
import { apiTokenRequestsOf } from './tokens';

let run: RunningApp;
let tokens: ReturnType<typeof apiTokenRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  tokens = apiTokenRequestsOf(run);
});
afterAll(() => run.close());

const rowsOf = <T>(sql: string, ...parameters: unknown[]): Promise<T[]> =>
  run.source.query(sql, parameters);
const auditOf = ({ _id }: TestPerson) =>
  rowsOf<{ action: string; details: Record<string, unknown> }>(
    `SELECT action, details FROM platform.audit WHERE actor_id = $1 ORDER BY at, id`,
    _id,
  );

describe('A researcher’s API token', () => {
  it('is shown once, is listed by its first characters, works, and is refused once it is revoked', async () => {
    const researcher = await makeResearcher(run.source);
    const made = await tokens.make(researcher, { name: 'Night job', scopes: ['read', 'read'] });
    expect(made.token).toMatch(/^clab_[0-9A-Za-z]{36}$/);
    const { token, ...rest } = made;
    expect(rest).toMatchObject({
      name: 'Night job',
      start: token.slice(0, 9),
      scopes: ['read'],
      studies: null,
      last_used_on: null,
    });
    expect(await tokens.list(researcher)).toEqual([rest]);

    expect((await tokens.call(token, '/api/sessions/')).status).toBe(200);
    const today = new Date().toISOString().slice(0, 10);
    expect((await tokens.list(researcher))[0]?.last_used_on).toBe(today);

    await run.http().delete(`/api/api-tokens/${made._id}/`).set(researcher.headers).expect(204);
    expect(await tokens.call(token, '/api/sessions/')).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    expect(await tokens.list(researcher)).toEqual([]);
    expect(await auditOf(researcher)).toEqual([
      {
        action: 'api-token-created',
        details: { api_token_id: made._id, scopes: 'read read', days: 30 },
      },
      { action: 'api-token-ended', details: { api_token_id: made._id } },
    ]);
  });

  it('is stored as a hash: no table contains it', async () => {
    const researcher = await makeResearcher(run.source);
    const { token, _id } = await tokens.make(researcher);
    const [row] = await rowsOf<{ text: string }>(
      `SELECT to_jsonb(t)::text AS text FROM identity.api_token t WHERE id = $1`,
      _id,
    );
    expect(row?.text).toContain(token.slice(0, 9));
    expect(row?.text).not.toContain(token.slice(9));
    const events = await rowsOf<{ data: unknown }>(
      `SELECT data FROM platform.outbox WHERE data->>'token_id' = $1`,
      _id,
    );
    expect(events).toEqual([{ data: { account_id: researcher._id, token_id: _id } }]);
  });

  it('can do what its researcher can do, and nothing with the studies of others', async () => {
    const mine = await recruit(run);
    const other = await recruit(run);
    const { token } = await tokens.make(mine.researcher, { scopes: ['read', 'manage'] });
    const seen = await tokens.call(token, `/api/sessions/${mine.session_id}/`);
    expect(seen).toMatchObject({ status: 200, body: { _id: mine.session_id } });
    const paused = await tokens.call(token, `/api/sessions/${mine.session_id}/`, 'put', {
      state: 'paused',
    });
    expect(paused).toMatchObject({ status: 200, body: { state: 'paused' } });
    for (const [path, method, body] of [
      [`/api/sessions/${other.session_id}/`, 'get', undefined],
      [`/api/sessions/${other.session_id}/`, 'put', { state: 'paused' }],
    ] as const)
      expect((await tokens.call(token, path, method, body)).status).toBe(404);
  });

  it('that is bound to a study reaches the sessions of that study only, in whatever way an address names them', async () => {
    const researcher = await makeResearcher(run.source);
    const [bound, free] = [await recruit(run, { researcher }), await recruit(run, { researcher })];
    const { token, studies } = await tokens.make(researcher, {
      scopes: ['read', 'manage', 'export'],
      study_ids: [bound.study_id],
    });
    expect(studies).toEqual([{ _id: bound.study_id, title: 'Attention and memory' }]);
    const paths = (of: typeof bound) => [
      `/api/studies/${of.study_id}/`,
      `/api/studies/${of.study_id.toUpperCase()}/`,
      `/api/sessions/${of.session_id}/`,
      `/api/sessions/${of.session_id}/roster/`,
      `/api/sessions/?study=${of.study_id}`,
    ];
    for (const path of paths(bound))
      expect([path, (await tokens.call(token, path)).status]).toEqual([path, 200]);
    for (const path of [
      ...paths(free),
      '/api/sessions/',
      `/api/sessions/?study=${bound.study_id}&study=${free.study_id}`,
      '/api/studies/?scope=mine',
    ])
      expect([path, (await tokens.call(token, path)).code]).toEqual([path, 'token_bound']);
    const made = await tokens.call(token, '/api/studies/', 'post', { title: 'A third one' });
    expect(made.code).toBe('token_bound');
  });

  it('can be bound only to studies that its researcher can read', async () => {
    const { study_id } = await recruit(run);
    const answer = await tokens.ask(await makeResearcher(run.source), { study_ids: [study_id] });
    expect(answer.status).toBe(404);
  });

  it('is named in the audit record of a roster that it opened', async () => {
    const { researcher, session_id } = await recruit(run);
    const { token, _id } = await tokens.make(researcher, { scopes: ['export'] });
    for (const query of ['', '?names=false'])
      expect((await tokens.call(token, `/api/sessions/${session_id}/roster/${query}`)).status).toBe(
        200,
      );
    const opened = (await auditOf(researcher)).filter(({ action }) => action === 'roster-opened');
    const record = { details: { session_id, api_token_id: _id } };
    expect(opened).toMatchObject([record, record]);
  });

  it('is named in the audit record of a consent form that it withdrew', async () => {
    const { researcher, study_id, consent } = await recruit(run);
    const { token, _id } = await tokens.make(researcher, { scopes: ['manage'] });
    const path = `/api/studies/${study_id}/consent/${consent._id}/`;
    const body = { state: 'invalid', reason: 'A wrong telephone number' };
    expect((await tokens.call(token, path, 'put', body)).status).toBe(200);
    const withdrawn = (await auditOf(researcher)).filter((r) => r.action === 'consent-withdrawn');
    expect(withdrawn).toMatchObject([{ details: { study_id, api_token_id: _id } }]);
  });

  it('never has the rights of an administrator, even if its owner is one', async () => {
    const both = await makeResearcher(run.source, { role: 'ADMINISTRATOR' });
    const foreign = await recruit(run);
    const { token } = await tokens.make(both, { scopes: ['manage'] });
    expect((await tokens.call(token, '/api/audit/')).code).toBe('token_not_accepted');
    // An administrator can withdraw any consent document, but an administrator's API token cannot:
    // it has only the rights of a researcher.
    const path = `/api/studies/${foreign.study_id}/consent/${foreign.consent._id}/`;
    const body = { state: 'invalid', reason: 'Mine' };
    expect((await tokens.call(token, path, 'put', body)).status).toBe(403);
  });

  it('cannot open a socket', async () => {
    const { token } = await tokens.make(await makeResearcher(run.source));
    await expect(openTestSocket(run.url, token)).rejects.toThrow();
  });

  it('is refused in an address, where logs would store it', async () => {
    const { token } = await tokens.make(await makeResearcher(run.source));
    for (const path of [
      `/api/sessions/?access_token=${token}`,
      `/api/studies/${token}/`,
      `/api/operator/?token=${token}`,
    ]) {
      const { code } = await bodyOf<{ code: string }>(run.http().get(path).expect(400));
      expect([path, code]).toEqual([path, 'token_in_url']);
    }
  });

  it('with a wrong checksum is refused without a database query', async () => {
    const { token, _id } = await tokens.make(await makeResearcher(run.source));
    const other = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    // The row gets the hash of the changed token: if the server did not check the checksum, a query
    // would find the row.
    await rowsOf(`UPDATE identity.api_token SET hash = $2 WHERE id = $1`, _id, sha256(other));
    expect((await tokens.call(other, '/api/sessions/')).status).toBe(401);
  });
});
