import { randomUUID } from 'node:crypto';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { operationNameOfRow, authorisationMatrixRows } from './all-rows';
import { makePersonaAccounts, MatrixCellFixtures, type PersonaAccounts } from './personas';
import { expectedAnswersByRole, studyRolePolicies } from './cells/role-cells';
import {
  sendMatrixRowRequest,
  matrixCellRequestsOf,
  studyOfRequest,
  type ExpectedAnswer,
  type AuthorisationRow,
} from './row';

let run: RunningApp;
let cast: PersonaAccounts;
const roles = ['editor', 'analyst', 'viewer', 'reader', 'removed'] as const;
let people: Record<(typeof roles)[number], TestPerson>;
beforeAll(async () => {
  run = await sharedApp();
  cast = await makePersonaAccounts(run);
  people = {
    editor: await makeResearcher(run.source),
    analyst: await makeResearcher(run.source),
    viewer: await makeResearcher(run.source),
    reader: await makeResearcher(run.source),
    removed: await makeResearcher(run.source),
  };
});
afterAll(() => run.close());

const inTable = {
  editor: 'editor',
  analyst: 'analyst',
  viewer: 'viewer',
  reader: 'viewer',
  removed: 'editor',
};
/**
 * Stores that this viewer may read the roster, and that the session was launched after the owner
 * allowed it.
 */
async function openRoster(study: string): Promise<void> {
  const opening = randomUUID();
  await run.source.query(
    `UPDATE identity.study_collaborator SET roster_opening = $3, sees_roster_since = now(), sees_roster_by = $4
     WHERE study_id = $1 AND account_id = $2`,
    [study, people.reader._id, opening, cast.approved._id],
  );
  await run.source.query(
    `UPDATE research.session
     SET snapshot = coalesce(snapshot, '{}') || jsonb_build_object('roster_openings', jsonb_build_array($2::text))
     WHERE study_id = $1`,
    [study, opening],
  );
}

describe('[8.2.2] The calls that each role in a study may make', () => {
  const concerned = authorisationMatrixRows.filter(({ endpoint }) =>
    studyRolePolicies.has(endpoint.access.policy ?? ''),
  );

  it('are listed for every call about a study', () => {
    expect(
      concerned.filter((row) => expectedAnswersByRole(row) === undefined).map(nameOfRow),
    ).toEqual([]);
  });

  it.each(concerned.map((row) => [nameOfRow(row), row] as const))(
    'are as expected for the call %s',
    async (_, row) => {
      const told: Partial<Record<keyof typeof people, ExpectedAnswer>> = {};
      const askOf = matrixCellRequestsOf(row);
      for (const role of roles) {
        const ask = await askOf(
          new MatrixCellFixtures(run, cast, 'approved'),
          expectedAnswersByRole(row)?.[role],
        );
        const study = await studyOfRequest(run, ask);
        await run.source.query(
          `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
         VALUES ($1, $2, $3, now())`,
          [people[role]._id, study, inTable[role]],
        );
        if (role === 'reader') await openRoster(study);
        if (role === 'removed')
          await run
            .http()
            .delete(`/api/studies/${study}/collaborators/${people.removed._id}/`)
            .set(cast.approved.headers)
            .expect(204);
        told[role] = await sendMatrixRowRequest(run, row, ask, people[role]);
      }
      expect(told).toEqual(expectedAnswersByRole(row));
    },
  );
});

function nameOfRow({ endpoint, what }: AuthorisationRow): string {
  return `${operationNameOfRow(endpoint)}${what && `, ${what}`}`;
}
