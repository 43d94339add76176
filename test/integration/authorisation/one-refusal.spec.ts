/**
 * @long: `npm test -- long` sends each call twice, about a study with a private link and about a
 * study of the catalogue; other runs send each call about only one of these studies
 */
import { randomUUID } from 'node:crypto';
import type { RunningApp } from '../../support/app/launch-app';
import { isLongTestRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { makeSession } from '../studies/fixtures';
import { operationNameOfRow, authorisationMatrixRows } from './all-rows';
import { makePersonaAccounts, MatrixCellFixtures, type PersonaAccounts } from './personas';
import {
  sendMatrixRowRequest,
  matrixCellRequestsOf,
  studyOfRequest,
  type MatrixRowRequest,
  type ExpectedAnswer,
  type AuthorisationRow,
} from './row';

/**
 * The tested paths: those of a study, a session, a slot or a rehearsal. By docs/api-conventions.md,
 * the server refuses a call with 403 if the caller may read what the path names, and otherwise with
 * 404.
 */
const named = /^\/api\/(studies|sessions|slots|rehearsals)\/\{id\}\//;
/**
 * Whether participants send the call about a recruiting session. The server refuses these calls for
 * reasons that concern the participant, not because the caller may not read the session.
 */
const isOfParticipants = ({ endpoint: { path } }: AuthorisationRow) =>
  /\/(participations|comprehension)\/$/.test(path);
/**
 * Whether the call accepts or declines the offer to take over a study. To people other than the
 * collaborator who got the offer, the server answers that the offer does not exist.
 */
const isOffer = ({ endpoint: { method, path } }: AuthorisationRow) =>
  method === 'PUT' && path.endsWith('/transfer/');
/**
 * Whether the call is about a study of a class. Such a study has no public page, and its readers
 * have no role in it (teaching/templates/forks.spec.ts, teaching/class-reviews/reviewing.spec.ts).
 */
const isOfClass = ({ what, endpoint: { access } }: AuthorisationRow) =>
  what === 'of a study of a class' || access.policy?.startsWith('class_review.') === true;
const concerned = authorisationMatrixRows.filter(
  (row) =>
    named.test(row.endpoint.path) && !isOfParticipants(row) && !isOffer(row) && !isOfClass(row),
);

let run: RunningApp;
let cast: PersonaAccounts;
let viewer: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  cast = await makePersonaAccounts(run);
  viewer = await makeResearcher(run.source);
});
afterAll(() => run.close());

/**
 * Whether this person may read the study, session, slot or rehearsal in the request's address. A
 * slot is readable if its session is.
 */
async function reads(
  row: AuthorisationRow,
  { params = {} }: MatrixRowRequest,
  who: TestPerson,
): Promise<boolean> {
  const what = named.exec(row.endpoint.path)?.[1] ?? '';
  let path = `/api/${what}/${params.id}/`;
  if (what === 'slots') {
    const [slot] = await run.source.query<{ session_id: string }[]>(
      `SELECT session_id FROM research.slot WHERE id = $1`,
      [params.id],
    );
    if (!slot) return false;
    path = `/api/sessions/${slot.session_id}/slots/`;
  }
  return (await run.http().get(path).set(who.headers)).status === 200;
}

const refusals: readonly ExpectedAnswer[] = ['forbidden', 'not_found'];
const nameOfRow = ({ endpoint, what }: AuthorisationRow) =>
  `${operationNameOfRow(endpoint)}${what && `, ${what}`}`;
const audiences = ['link', 'catalogue'] as const;
const offset = printSeededRandom('which call is about a study with a private link').int(2);
const audiencesOfCall = (n: number) =>
  audiences.filter((_, m) => isLongTestRun || (n + offset) % 2 === m);

/** Whether all people who may read the study may make the call. */
const isOfThePage = ({ endpoint: { method, path } }: AuthorisationRow) =>
  method === 'GET' && /^\/api\/studies\/\{id\}\/(consent\/)?$/.test(path);

describe('[8.2.2] A refusal is "forbidden" for what the caller may read, and "not found" for all else', () => {
  it('in more than eighty calls of the contract', () => {
    expect(concerned.length).toBeGreaterThan(80);
  });

  it.each(concerned.map((row, n) => [nameOfRow(row), row, n] as const))(
    'in the call %s',
    async (_, row, n) => {
      const ask = await matrixCellRequestsOf(row)(
        new MatrixCellFixtures(run, cast, 'approved'),
        200,
      );
      const study = await studyOfRequest(run, ask);
      await run.source.query(
        `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
       VALUES ($1, $2, 'viewer', now())`,
        [viewer._id, study],
      );
      const outsiders = {
        researcher: cast['other researcher'],
        participant: cast['other participant'],
      };
      // For calls of researchers, the access rule already refuses participants, so the test uses
      // only a researcher.
      const who =
        row.endpoint.access.who === 'researcher' || row.endpoint.access.who === 'builder'
          ? { researcher: outsiders.researcher }
          : outsiders;

      const unknown = { ...ask, params: { ...ask.params, id: randomUUID() } };
      for (const one of [...Object.values(who), viewer])
        expect(await sendMatrixRowRequest(run, row, unknown, one)).toBe('not_found');

      for (const audience of audiencesOfCall(n)) {
        await makeSession(run, study, null, { state: 'closed', closed_at: new Date(), audience });
        for (const one of Object.values(who)) {
          const mayRead = await reads(row, ask, one);
          if (audience === 'catalogue' && row.endpoint.path.startsWith('/api/studies/'))
            expect(mayRead).toBe(true);
          const answer = await sendMatrixRowRequest(run, row, ask, one);
          if (!(mayRead && isOfThePage(row)))
            expect(answer).toBe(mayRead ? 'forbidden' : 'not_found');
        }
      }

      expect(await reads(row, ask, viewer)).toBe(true);
      const told = await sendMatrixRowRequest(run, row, ask, viewer);
      if (refusals.includes(told)) expect(told).toBe('forbidden');
    },
  );
});
