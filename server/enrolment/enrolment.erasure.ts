import type { ErasureSteps } from '../platform/context/context';
import type { Transaction } from '../platform/db/unit-of-work';
import { isOwnedBySql } from '../studies/study.policy';
import { hasNotStartedSql } from './model/participation-facts.sql';
import { linksOfAccountSql, linksOfAccountParameters } from './links/participation-links';
import { promoteWaitlist } from './seats/promote-waitlist';
import { closeSession } from './lifecycle/close-session';

/** What the erasure of an account does to its sessions and participations. */
export const enrolmentErasure: ErasureSteps = {
  /** Closes the owner's sessions: the studies stay, but must not recruit without an owner. */
  prepare: (tx, accountId, { minute }) => closeOwnerSessions(tx, accountId, minute),

  /**
   * Deletes the links between the account and its participations, which stay as pseudonyms, and
   * frees the seats.
   */
  async erase(tx, accountId, { now }, secrets) {
    await releaseSeats(
      tx,
      await unlinkParticipations(tx, linksOfAccountParameters(secrets, accountId)),
      now,
    );
    return undefined;
  },
};

/**
 * Closes all recruiting sessions of an owner whose account ends. Participants keep their seats. Idempotent: a second
 * run matches no rows.
 */
async function closeOwnerSessions(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  const open = await tx.query<{ id: string; study_id: string }>(
    `SELECT s.id, s.study_id FROM research.session s JOIN research.study_profile t ON t.id = s.study_id
     WHERE ${isOwnedBySql('t', '$1')} AND s.state <> 'closed' ORDER BY s.id FOR UPDATE OF s`,
    [ownerId],
  );
  for (const session of open) await closeSession(tx, session, 'manual', now);
}

/**
 * Deletes the links from an account to its participations, which stay without a reference to a person. The
 * caller passes the transaction that erases the account. Switches to the only database role that may read
 * the links, and back to the application's role.
 * @returns the ids of the participations
 */
async function unlinkParticipations(
  tx: Transaction,
  links: ReturnType<typeof linksOfAccountParameters>,
): Promise<string[]> {
  await tx.as('commonlab_link');
  const ids: string[] = [];
  for (;;) {
    const gone = await tx.query<{ participation_id: string }>(
      `WITH RECURSIVE ${linksOfAccountSql}
       DELETE FROM identity.participation_link
       WHERE participation_id IN (SELECT participation_id FROM own) RETURNING participation_id`,
      links,
    );
    // Delete again until no link is left. While the statement waits for a lock, a job may encrypt a
    // link; only the next statement finds the link in its new form.
    if (gone.length === 0) break;
    ids.push(...gone.map((link) => link.participation_id));
  }
  await tx.as('commonlab_app');
  return ids;
}

/**
 * Withdraws the participations of an erased account that have not started: waitlist places, offers
 * and seats. Started participations stay as pseudonymous data. Runs in the transaction of the
 * erasure, because afterwards no link leads to these participations.
 */
async function releaseSeats(
  tx: Transaction,
  participationIds: readonly string[],
  now: Date,
): Promise<void> {
  const sessions = await tx.query<{ session_id: string }>(
    `SELECT DISTINCT session_id
     FROM research.participation p
     WHERE id = ANY($1::uuid[]) AND ${hasNotStartedSql('p')}
     ORDER BY session_id`,
    [participationIds],
  );
  for (const { session_id } of sessions) {
    await tx.query(`SELECT 1 FROM research.session WHERE id = $1 FOR UPDATE`, [session_id]);
    const withdrawn = await tx.query<{ id: string; study_id: string }>(
      `UPDATE research.participation p
       SET state = 'withdrawn', moved_by = 'system', move_reason = 'account_deleted',
         wait_no = NULL, due_at = NULL, updated_at = $3
       WHERE session_id = $1
         AND id = ANY($2::uuid[])
         AND ${hasNotStartedSql('p')}
       RETURNING id, study_id`,
      [session_id, participationIds, now],
    );
    for (const { id, study_id } of withdrawn)
      tx.record('enrolment.participant-left', { participation_id: id, session_id, study_id });
    await promoteWaitlist(tx, session_id, now);
  }
}

/**
 * Reads the accounts whose name a researcher has seen on a roster. Switches to the only database
 * role that may read roster accesses, and back to the application's role.
 */
export async function accountsWithNameShownTo(
  tx: Transaction,
  researcherId: string,
): Promise<string[]> {
  await tx.as('commonlab_link');
  const shown = await tx.query<{ id: string }>(
    `SELECT DISTINCT account_id AS id FROM identity.roster_access WHERE researcher_id = $1`,
    [researcherId],
  );
  await tx.as('commonlab_app');
  return shown.map(({ id }) => id);
}
