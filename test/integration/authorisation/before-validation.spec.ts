/**
 * @lane slow: repeats requests that the authorisation matrix expects to be refused
 * @long: `npm test -- long` repeats all of them
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { httpStatusOf } from '../../../contracts/base/errors';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { operationNameOfRow, authorisationMatrixRows } from './all-rows';
import { expectedAnswerOf, isRefusedByAccess } from './cells/cells';
import { testedRefusals } from './cells/tested-cells';
import { personas } from './admitted-personas';
import { makePersonaAccounts, MatrixCellFixtures, type PersonaAccounts } from './personas';
import { matrixCellRequestsOf, methodOf, type MatrixRowRequest } from './row';
import { typedResponseOf } from '../../support/app/body-of';

/**
 * The error codes that depend on the person only. All other error codes, such as those of a wrong
 * state or a missing step, depend on the request.
 */
const refusals: readonly unknown[] = ['unauthenticated', 'forbidden', 'second_factor_missing'];
/**
 * Refusals that depend on the content of the request, or on the requested object, such as a study.
 * The server reads the request and the object before it refuses.
 */
const decidedLater = new Set([
  'PUT /api/users/{id}/, of oneself: forbidden to administrator',
  'POST /api/oidc/{provider}/, to link: unauthenticated to visitor',
  ...[
    'participant',
    'unverified',
    'other participant',
    'builder',
    'pending',
    'failed',
    'other researcher',
    'administrator',
  ].map(
    (persona) =>
      `PUT /api/studies/{id}/, the approved researcher’s, which everybody sees: forbidden to ${persona}`,
  ),
  ...[
    'participant',
    'unverified',
    'other participant',
    'builder',
    'pending',
    'failed',
    'other researcher',
  ].map(
    (persona) =>
      `PUT /api/studies/{id}/consent/{version}/, of one that recruits: forbidden to ${persona}`,
  ),
  ...[
    'participant',
    'unverified',
    'other participant',
    'builder',
    'pending',
    'failed',
    'other researcher',
    'administrator',
  ].map(
    (persona) => `GET /api/studies/{id}/consents/, of one that recruits: forbidden to ${persona}`,
  ),
  ...[
    'PUT /api/files/{id}/, that is shared',
    'DELETE /api/files/{id}/, that is shared',
    'POST /api/files/{id}/copies/, that is shared to be read',
    'PUT /api/folders/{id}/, that is shared',
  ].map((call) => `${call}: forbidden to other researcher`),
  ...[
    'PUT /api/classrooms/{id}/',
    'POST /api/classrooms/{id}/join-code/',
    'DELETE /api/classrooms/{id}/join-code/',
    'POST /api/classrooms/{id}/members/',
    'DELETE /api/classrooms/{id}/members/{member}/',
    'POST /api/classrooms/{id}/invitations/',
    'DELETE /api/classrooms/{id}/invitations/{invitation}/',
  ].flatMap((call) =>
    ['participant', 'other researcher'].map((persona) => `${call}: forbidden to ${persona}`),
  ),
  ...[
    'PUT /api/studies/{id}/classroom-review/',
    'DELETE /api/studies/{id}/classroom-review/comments/{comment}/, of an instructor',
  ].flatMap((call) =>
    ['builder', 'other researcher'].map((persona) => `${call}: forbidden to ${persona}`),
  ),
  'POST /api/collaborations/: forbidden to builder',
  'POST /api/collaborations/offers/: forbidden to builder',
  'GET /api/classrooms/{id}/members/: forbidden to participant',
  'GET /api/classrooms/{id}/invitations/: forbidden to participant',
  ...[
    'POST /api/classrooms/{id}/assignments/',
    'GET /api/classrooms/{id}/submissions/',
    'PUT /api/assignments/{id}/',
    'PUT /api/assignments/{id}/, of a course',
    'DELETE /api/assignments/{id}/',
    'DELETE /api/assignments/{id}/, of a course',
    'PUT /api/submissions/{id}/',
  ].map((call) => `${call}: forbidden to participant`),
  ...[
    'POST /api/assignments/{id}/submissions/',
    'PUT /api/assignments/{id}/, of a course',
    'DELETE /api/assignments/{id}/, of a course',
  ].flatMap((call) =>
    ['pending', 'failed', 'approved'].map((persona) => `${call}: forbidden to ${persona}`),
  ),
  'PUT /api/participations/{id}/, a participant’s move: forbidden to approved',
  'PUT /api/participations/{id}/, a researcher’s move: forbidden to participant',
  'PUT /api/participations/{id}/, a researcher’s move in an anonymous session: forbidden to participant',
]);
const badQuery = {
  limit: 'nonsense',
  cursor: 'nonsense',
  state: 'nonsense',
  age_min: 'nonsense',
  role: 'nonsense',
  text: '\0',
};

const cases = authorisationMatrixRows.flatMap((row) => {
  const askOf = matrixCellRequestsOf(row);
  return personas.flatMap((persona) => {
    const cell = expectedAnswerOf(row, persona);
    const name = `${operationNameOfRow(row.endpoint)}${row.what && `, ${row.what}`}: ${String(cell)} to ${persona}`;
    return typeof cell === 'string' && refusals.includes(cell)
      ? [{ name, row, persona, cell, askOf }]
      : [];
  });
});
type Case = (typeof cases)[number];

let run: RunningApp;
let cast: PersonaAccounts;
beforeAll(async () => {
  run = await sharedApp();
  cast = await makePersonaAccounts(run);
});
afterAll(() => run.close());

const asks = ({ method, body }: Endpoint) => method !== 'GET' || body !== undefined;
async function ask({ row, persona, cell, askOf }: Case, scene: MatrixCellFixtures) {
  // An access rule refuses before the server looks for the study, session or file in the path, so
  // that need not exist.
  const { params, query = {} }: MatrixRowRequest = isRefusedByAccess(row, persona)
    ? {}
    : await askOf(scene, cell);
  const path = row.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    params ? (params[name] ?? '') : randomUUID(),
  );
  const method = methodOf(row.endpoint);
  const http = run.http();
  const request = http[method](path)
    .query(row.endpoint.query ? { ...badQuery, ...query } : {})
    .set(scene.me?.headers ?? {});
  return asks(row.endpoint) ? request.send({ nonsense: 1 }) : request;
}

describe('[8.2.1] A caller without the right is refused before the request is validated', () => {
  it('in more than 220 calls of the contract; every listed exception still exists', () => {
    expect(cases.length).toBeGreaterThan(220);
    expect([...decidedLater].filter((name) => !cases.some((one) => one.name === name))).toEqual([]);
  });

  it.each(
    testedRefusals(cases.filter(({ name }) => !decidedLater.has(name))).map(
      (one) => [one.name, one] as const,
    ),
  )('%s, whatever the request contains', async (_, one) => {
    const { status, body } = await typedResponseOf<{ code?: string }>(
      ask(one, new MatrixCellFixtures(run, cast, one.persona)),
    );
    expect([status, body.code]).toEqual([httpStatusOf(one.cell), one.cell]);
  });

  it('while a caller with the right gets the validation errors', async () => {
    const { headers } = cast.administrator;
    await run.http().post('/api/invitations/').set(headers).send({ nonsense: 1 }).expect(400);
    await run
      .http()
      .post('/api/studies/')
      .set(cast.approved.headers)
      .send({ nonsense: 1 })
      .expect(400);
    await run.http().get('/api/audit/').query({ limit: 'nonsense' }).set(headers).expect(400);
  });
});
