/** @long: `npm test -- long` sends every call with each scope */
import { randomUUID } from 'node:crypto';
import { capabilities } from '../../../server/contexts';
import type { TokenScope } from '../../../contracts/base/access';
import type { Endpoint } from '../../../contracts/base/endpoint';
import type { RunningApp } from '../../support/app/launch-app';
import { isLongTestRun } from '../../support/chance/lanes';
import { makeResearcher } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { apiTokenRequestsOf } from '../api-tokens/tokens';
import { operationNameOfRow } from './all-rows';
import { methodOf } from './row';

/**
 * The calls that a token of each scope may make. Repeats the contract on purpose: a change that
 * opens a call to tokens, or moves it to a wider scope, must also change this list.
 */
const open: Readonly<Record<TokenScope, readonly string[]>> = {
  read: [
    'GET /api/studies/',
    'GET /api/studies/{id}/',
    'GET /api/studies/{id}/consent/',
    'GET /api/studies/{id}/consent/{version}/',
    'GET /api/studies/{id}/consents/',
    'GET /api/studies/{id}/versions/',
    'GET /api/studies/{id}/versions/{version}/report/',
    'GET /api/studies/{id}/versions/{version}/difference/',
    'GET /api/studies/{id}/versions/{version}/timeline/',
    'GET /api/studies/{id}/timeline/',
    'GET /api/sessions/',
    'GET /api/sessions/{id}/',
    'GET /api/sessions/{id}/progress/',
    'GET /api/sessions/{id}/slots/',
    'GET /api/sessions/{id}/slots/calendar/',
  ],
  manage: [
    'POST /api/studies/',
    'PUT /api/studies/{id}/',
    'DELETE /api/studies/{id}/',
    'PUT /api/studies/{id}/consent/',
    'PUT /api/studies/{id}/consent/{version}/',
    'PUT /api/studies/{id}/consent/{version}/published/',
    'POST /api/studies/{id}/versions/',
    'POST /api/studies/{id}/versions/{version}/preview/',
    'POST /api/studies/{id}/versions/{version}/report/',
    'PUT /api/studies/{id}/versions/{version}/kind/',
    'DELETE /api/studies/{id}/versions/{version}/',
    'POST /api/studies/{id}/versions/{version}/archive/',
    'PUT /api/studies/{id}/timeline/',
    'POST /api/studies/{id}/timeline/template/',
    'POST /api/studies/{id}/timeline/files/',
    'DELETE /api/studies/{id}/timeline/files/',
    'POST /api/studies/{id}/timeline/preview/',
    'POST /api/studies/{id}/sessions/',
    'PUT /api/sessions/{id}/',
    'PUT /api/sessions/{id}/roster/{entry}/',
    'POST /api/sessions/{id}/decisions/',
    'POST /api/sessions/{id}/slots/',
    'PUT /api/sessions/{id}/slots/',
    'PUT /api/slots/{id}/',
    'DELETE /api/slots/{id}/',
  ],
  export: [
    'GET /api/sessions/{id}/roster/',
    'GET /api/sessions/{id}/attendance/',
    'GET /api/sessions/{id}/runs/',
    'GET /api/studies/{id}/exports/',
    'POST /api/studies/{id}/exports/',
  ],
};
const scopeOf = (name: string) =>
  (Object.keys(open) as TokenScope[]).find((scope) => open[scope].includes(name));
const refusals: unknown[] = [
  'unauthenticated',
  'forbidden',
  'scope_missing',
  'token_not_accepted',
  'token_bound',
];

let run: RunningApp;
let tokens: ReturnType<typeof apiTokenRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  tokens = apiTokenRequestsOf(run);
});
afterAll(() => run.close());

/**
 * Sends requests with unknown ids and an invalid body. The guard answers before the server notices
 * these faults.
 */
async function asked(token: string, endpoints: readonly Endpoint[]) {
  const answers = new Map<string, { code?: string; scope?: string; status: number }>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\{\w+\}/g, () => randomUUID());
    const body = endpoint.body ? { nonsense: 1 } : undefined;
    answers.set(
      operationNameOfRow(endpoint),
      await tokens.call(token, path, methodOf(endpoint), body),
    );
  }
  return answers;
}

const scopes = ['read', 'manage', 'export'] as const;
/**
 * Returns the calls that the test sends with a token of this scope. Calls that are open to tokens
 * are sent with each scope. Each other call is sent with only one scope, except in the long run.
 */
const calledWith = (scope: (typeof scopes)[number]) =>
  capabilities.endpoints.filter(
    (endpoint, n) =>
      isLongTestRun ||
      endpoint.access.token !== undefined ||
      n % scopes.length === scopes.indexOf(scope),
  );

describe('[8.2.1] The authorisation matrix of API tokens', () => {
  it('lists every call that the contract opens to tokens, and no other', () => {
    const opened = capabilities.endpoints
      .filter(({ access }) => access.token)
      .map((endpoint) => `${endpoint.access.token?.scope ?? ''} ${operationNameOfRow(endpoint)}`);
    const known = Object.entries(open).flatMap(([scope, names]) =>
      names.map((name) => `${scope} ${name}`),
    );
    expect(opened.sort()).toEqual(known.sort());
  });

  it('sends each call with at least one scope', () => {
    expect(new Set(scopes.flatMap(calledWith)).size).toBe(capabilities.endpoints.length);
  });

  it.each(scopes)(
    'lets a token with only the scope %s make the calls of that scope, and no others',
    async (scope) => {
      const { token } = await tokens.make(await makeResearcher(run.source), { scopes: [scope] });
      const answers = await asked(token, calledWith(scope));
      expect(answers.size).toBeGreaterThan(90);
      for (const endpoint of calledWith(scope)) {
        const name = operationNameOfRow(endpoint);
        const { code, status, scope: named } = answers.get(name) ?? {};
        const needed = scopeOf(name);
        if (needed === scope) expect([name, refusals.includes(code)]).toEqual([name, false]);
        else if (needed)
          expect([name, status, code, named]).toEqual([name, 403, 'scope_missing', needed]);
        else if (endpoint.access.who === 'anyone')
          expect([name, refusals.includes(code)]).toEqual([name, false]);
        else expect([name, status, code]).toEqual([name, 403, 'token_not_accepted']);
      }
    },
    30_000, // The test makes some hundred calls.
  );

  it('lets a token that is bound to a study make no calls about other studies, whatever its scopes', async () => {
    const researcher = await makeResearcher(run.source);
    const { study_id } = await recruit(run, { researcher });
    const { token } = await tokens.make(researcher, {
      scopes: ['read', 'manage', 'export'],
      study_ids: [study_id],
    });
    const names = Object.values(open).flat();
    const answers = await asked(
      token,
      capabilities.endpoints.filter((one) => names.includes(operationNameOfRow(one))),
    );
    expect(names.map((name) => [name, answers.get(name)?.code])).toEqual(
      names.map((name) => [name, 'token_bound']),
    );
  });

  it('refuses an unknown token, even where a visitor would be answered', async () => {
    const unknown = 'clab_0000000000000000000000000000002Cfbz1';
    for (const path of ['/api/sessions/', '/api/studies/'])
      expect(await tokens.call(unknown, path)).toMatchObject({
        status: 401,
        code: 'unauthenticated',
      });
  });
});
