import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { accountOfLink } from '../links/participation-links';
import { showsName } from './roster.rule';
import type { RosterRow } from './roster-rows';
import type { WithheldNames } from './withheld-names';

export interface NamedParticipant {
  /** The id of the account. */
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/**
 * Reads the names that a roster shows for these rows. In the same transaction it records that the
 * researcher saw each name: once for each participant, researcher, session and day (UTC), with the
 * first time. No other function reads a name of a roster (docs/domain.md, 4). Needs the role
 * commonlab_link.
 * @param rows in the order of their ids. The records are inserted in this order, so that two
 * simultaneous openings of the roster cannot deadlock
 * @param to `level` is the privacy level that applies to the researcher
 * @returns the names by participation. A participant is left out, and nothing is recorded, if the
 * roster does not show the name, if the name is withheld from the researcher, or if the account is
 * deleted. The result does not tell these cases apart
 */
export async function readAndRecordNames(
  tx: Transaction,
  secrets: Secrets,
  withheld: WithheldNames,
  rows: readonly RosterRow[],
  to: {
    readonly level: PrivacyLevel;
    readonly researcherId: string;
    readonly studyId: string;
    readonly sessionId: string;
  },
): Promise<Map<string, NamedParticipant>> {
  const persons = await personsOf(
    tx,
    secrets,
    rows.filter((row) => showsName(to.level, row.state, row.has_started)),
    (accounts) => withheld.among(tx, to.researcherId, accounts),
  );
  if (persons.size > 0)
    await tx.query(
      `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id)
       SELECT id, account_id, $3, $4, $5
       FROM unnest($1::uuid[], $2::uuid[]) AS r (id, account_id)
       ON CONFLICT (account_id, researcher_id, session_id, ((at AT TIME ZONE 'UTC')::date)) DO NOTHING`,
      [
        [...persons].map(() => timeOrderedId()),
        [...persons.values()].map((person) => person.id),
        to.researcherId,
        to.studyId,
        to.sessionId,
      ],
    );
  return persons;
}

/** Reads the names of the participants in these rows, by participation. */
async function personsOf(
  tx: Transaction,
  secrets: Secrets,
  rows: readonly RosterRow[],
  withheldOf: (accountIds: string[]) => Promise<ReadonlySet<string>>,
): Promise<Map<string, NamedParticipant>> {
  const accounts = rows.flatMap((row) => {
    const account = accountOfLink(secrets, { ...row, participation_id: row.id });
    return account === null ? [] : [{ participation: row.id, account }];
  });
  const ids = accounts.map(({ account }) => account);
  const withheld = await withheldOf(ids);
  const people = await tx.query<NamedParticipant>(
    `SELECT id, first_name, last_name, email FROM identity.person WHERE id = ANY($1::uuid[])`,
    [ids.filter((id) => !withheld.has(id))],
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  return new Map(
    accounts.flatMap(({ participation, account }) => {
      const person = byId.get(account);
      return person ? [[participation, person] as const] : [];
    }),
  );
}
