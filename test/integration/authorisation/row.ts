import type { Endpoint } from '../../../contracts/base/endpoint';
import { ApiErrorBody, type ErrorCode } from '../../../contracts/base/errors';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';
import type { Persona } from './admitted-personas';
import type { MatrixCellFixtures } from './personas';

/** A status, or the code of a refusal; the code determines the status. */
export type ExpectedAnswer = number | ErrorCode;
export type PersonaGroup = 'participants' | 'researchers' | 'everybody else';
/**
 * The answers to personas whom the contract's access admits (cells.ts knows the answers to all
 * others). If the answers differ, because of a policy or the state of an account, a persona gets
 * the first of these:
 * 1. the answer under the persona's name;
 * 2. the answer under the name of its group;
 * 3. the answer under 'everybody else'.
 *
 * `{ participant: 204, researchers: 'forbidden', 'everybody else': 'not_found' }` means: the
 * participant gets 204, researchers get 403 `forbidden`, all others get 404 `not_found`.
 */
export type ExpectedAnswers =
  | ExpectedAnswer
  | Readonly<Partial<Record<Persona | PersonaGroup, ExpectedAnswer>>>;
export interface MatrixRowRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}
export interface AuthorisationRow {
  endpoint: Endpoint;
  what: string;
  answers: ExpectedAnswers;
  /** The request, or a function that creates what the request names and returns the request. */
  ask:
    | MatrixRowRequest
    | ((scene: MatrixCellFixtures) => MatrixRowRequest | Promise<MatrixRowRequest>);
}

/**
 * Makes a row of the matrix: an endpoint, its answers to the personas whom the contract admits, and
 * the request. If an endpoint has several rows, `what` distinguishes them.
 */
export const row = (
  endpoint: Endpoint,
  answers: ExpectedAnswers,
  ask: AuthorisationRow['ask'] = {},
  what = '',
): AuthorisationRow => ({
  endpoint,
  answers,
  ask,
  what,
});
/** Returns the name of supertest's function for the endpoint's method. */
export const methodOf = ({ method }: Endpoint) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
export const matrixCellRequestOf = async (
  { ask }: AuthorisationRow,
  scene: MatrixCellFixtures,
): Promise<MatrixRowRequest> => (typeof ask === 'function' ? ask(scene) : ask);

/**
 * The codes of refusals. A refused call changes nothing, so the next request can use the same
 * study, session or file.
 */
const refusals: ReadonlySet<ExpectedAnswer> = new Set<ExpectedAnswer>([
  'unauthenticated',
  'forbidden',
  'not_found',
]);

/**
 * Returns a function that makes the request of a cell. It takes long to create the study, session
 * or file that a request names. So requests that change nothing (reads and refused requests) share
 * one object for each owner, unless the object depends on the persona.
 */
export function matrixCellRequestsOf(
  row: AuthorisationRow,
): (scene: MatrixCellFixtures, cell: ExpectedAnswer | undefined) => Promise<MatrixRowRequest> {
  const made = new Map<string, MatrixRowRequest>();
  return async (scene, cell) => {
    const stays = row.endpoint.method === 'GET' || (cell !== undefined && refusals.has(cell));
    const owner = scene.researcher._id;
    const known = stays ? made.get(owner) : undefined;
    if (known) return known;
    const ask = await matrixCellRequestOf(row, scene);
    if (stays && !scene.isPersonal) made.set(owner, ask);
    return ask;
  };
}

/**
 * Finds the study to which the id in the request's path belongs: it may be the id of the study, or
 * of its session, rehearsal or slot.
 */
export async function studyOfRequest(
  run: RunningApp,
  { params = {} }: MatrixRowRequest,
): Promise<string> {
  const [found] = await run.source.query<{ id: string }[]>(
    `SELECT id FROM research.study WHERE id = $1 UNION SELECT study_id FROM research.session WHERE id = $1
     UNION SELECT study_id FROM research.rehearsal WHERE id = $1
     UNION SELECT s.study_id FROM research.slot l JOIN research.session s ON s.id = l.session_id
     WHERE l.id = $1`,
    [params.id],
  );
  if (!found) throw new Error('no study');
  return found.id;
}

/**
 * Sends the request of a row.
 * @returns the code of a refusal, or the status of any other answer
 */
export async function sendMatrixRowRequest(
  run: RunningApp,
  row: AuthorisationRow,
  { params = {}, query = {}, body }: MatrixRowRequest,
  who: TestPerson,
): Promise<ExpectedAnswer> {
  const path = row.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const request = run.http()[methodOf(row.endpoint)](path).query(query).set(who.headers);
  const answer = await (body === undefined ? request : request.send(body));
  const refusal = ApiErrorBody.safeParse(answer.body);
  return answer.status >= 400 && refusal.success ? (refusal.data.code as ErrorCode) : answer.status;
}
