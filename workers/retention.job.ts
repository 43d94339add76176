import { Injectable } from '@nestjs/common';
import { limits } from '../contracts/limits';
import { Clock, days, later, minutes } from '../server/platform/concurrency/clock';
import { UnitOfWork } from '../server/platform/db/unit-of-work';
import type { Job } from './consumer';

const keptMs = days(7);

/**
 * What nobody can use any more: each statement at most this many rows, so that nothing waits long
 * for a lock.
 */
const atOnce = 1_000;

/**
 * $1 is now, $2 a week ago. Events are forgotten by the sweep, which knows who has to react to
 * them.
 */
const statements = [
  `DELETE FROM identity.token
   WHERE id IN (SELECT id FROM identity.token WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.verification WHERE id IN (SELECT id FROM identity.verification
   WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.password_reset WHERE id IN (SELECT id FROM identity.password_reset
   WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.second_factor_challenge WHERE id IN (SELECT id
   FROM identity.second_factor_challenge WHERE expires_at <= $1 LIMIT ${atOnce}
   FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.passkey_registration WHERE account_id IN (SELECT account_id
   FROM identity.passkey_registration WHERE expires_at <= $1 LIMIT ${atOnce}
   FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.totp WHERE account_id IN (SELECT account_id FROM identity.totp
   WHERE confirmed_at IS NULL AND created_at <= $2 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  // With what there is of the ZIP, by foreign key. A finished one is thrown away by workers/export
  // first, and its row says so for a while.
  `DELETE FROM identity.export WHERE id IN (
     SELECT id FROM identity.export WHERE expires_at <= $1
     AND (state NOT IN ('ready', 'expired')
       OR expires_at <= $2::timestamptz - interval '${limits.expiredExportDays - 7} days')
     LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.oidc_flow WHERE id IN (SELECT id FROM identity.oidc_flow
   WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.pending_identity_link WHERE id IN (SELECT id
   FROM identity.pending_identity_link WHERE expires_at <= $1 LIMIT ${atOnce}
   FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.used_id_token WHERE hash IN (SELECT hash FROM identity.used_id_token
   WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.saml_request WHERE id IN (SELECT id FROM identity.saml_request
   WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.saml_assertion WHERE hash IN (SELECT hash FROM identity.saml_assertion
   WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.saml_code WHERE hash IN (SELECT hash FROM identity.saml_code
   WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM identity.sso_token WHERE hash IN (SELECT hash FROM identity.sso_token
   WHERE expires_at <= $1 LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  // Registrations that were never verified; not those that a researcher has begun to work with.
  `DELETE FROM identity.account WHERE id IN (
     SELECT a.id FROM identity.account a
     WHERE a.status = 'NEW' AND a.created_at <= $2
       AND NOT EXISTS (SELECT 1 FROM identity.verification v WHERE v.account_id = a.id AND v.expires_at > $1)
       AND NOT EXISTS (SELECT 1 FROM identity.token t WHERE t.account_id = a.id AND t.expires_at > $1)
       AND NOT EXISTS (SELECT 1 FROM research.study s WHERE s.owner_id = a.id)
     LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM platform.rate_limit_counter WHERE key IN (
     SELECT key FROM platform.rate_limit_counter
     WHERE window_ends_at <= $1 AND (blocked_until IS NULL OR blocked_until <= $1)
     LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM platform.mail WHERE key IN (SELECT key FROM platform.mail
   WHERE claimed_at <= $2::timestamptz - interval '30 days' AND state <> 'claimed' LIMIT ${atOnce}
   FOR UPDATE SKIP LOCKED)`,
];

@Injectable()
export class RetentionJob implements Job {
  readonly name = 'tidy';
  readonly everyMs = minutes(15);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<number> {
    const now = this.clock.now();
    let removed = 0;
    for (const statement of statements)
      removed += await this.remove(statement, [now, later(now, -keptMs)]);
    return removed;
  }

  private remove(statement: string, moments: [Date, Date]): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      // The types are said once more, for the statements that use only one of the two moments.
      const [row] = await tx.query<{ n: number }>(
        `WITH gone AS (${statement} RETURNING 1) SELECT count(*)::int AS n FROM gone WHERE $1::timestamptz > $2::timestamptz`,
        moments,
      );
      return row?.n ?? 0;
    });
  }
}
