import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Batcher } from '../platform/concurrency/batcher';
import { prepared } from '../platform/db/prepared';
import { LivenessLockHolder, livenessLockClass, type LivenessLock } from './claim-holder';

export interface MailSendingClaim {
  key: string;
  since: string;
  /** When the claim was made or renewed, in milliseconds by this process's clock. */
  at: number;
  /**
   * The lock that this process held when it made or renewed the claim. While this process holds the
   * lock, other processes see that it is alive.
   */
  hold: LivenessLock;
}
export interface ClaimableMail {
  key: string;
  template: string;
  /** The account of the recipient; null for a mail about a participation (see MailRequest). */
  accountId: string | null;
  /** The Message-ID to store; null for a mail about a participation. */
  messageId: string | null;
}

/**
 * How long a claim is valid, in milliseconds: longer than a working process needs to send a mail.
 * If a claim is older, its process no longer works, even if its lock shows that it is alive.
 */
export const claimLeaseMs = 120_000;
/**
 * Other processes may take over a claim whose process has not held its lock for this many
 * milliseconds. A live process reconnects within this time.
 */
const graceMs = 10_000;
/** Mails that are sent within this many milliseconds are recorded with one statement. */
const gatherMs = 5;

// Locks the claims in a fixed order, so that two workers that claim the same mails cannot deadlock.
const claimThese = prepared<{ key: string; since: string }>(
  'mail-claim',
  `INSERT INTO platform.mail AS m (key, template, account_id, message_id, state, holder)
   SELECT key, template, "accountId", "messageId", 'claimed', $2::integer FROM jsonb_to_recordset($1::jsonb)
     AS c (key text, template text, "accountId" uuid, "messageId" text)
   ORDER BY key
   ON CONFLICT (key) DO UPDATE SET claimed_at = clock_timestamp(), holder = $2::integer
   WHERE m.state = 'claimed' AND (m.claimed_at < clock_timestamp() - $3 * interval '1 millisecond'
     OR (m.holder = $2::integer AND m.key <> ALL ($6::text[]))
     OR (m.claimed_at < clock_timestamp() - $4 * interval '1 millisecond' AND m.holder <> $2::integer
       AND pg_try_advisory_xact_lock($5::integer, m.holder)))
   RETURNING key, claimed_at::text AS since`,
);
const confirmThese = `UPDATE platform.mail SET state = 'sent', sent_at = now(), holder = NULL
   WHERE key = ANY($1::text[])`;
const confirmPrepared = prepared('mail-confirm', confirmThese);

/**
 * Stores which worker sends which mail (platform.mail). A mail is first claimed, and then sent or
 * dropped. Changes of several mails at the same time share one statement.
 */
@Injectable()
export class MailSendingClaims {
  private readonly confirming: Batcher<MailSendingClaim, undefined>;
  /** The open claims of this process, by key. */
  private readonly inHand = new Map<string, MailSendingClaim>();

  constructor(
    private readonly source: DataSource,
    private readonly holder: LivenessLockHolder,
  ) {
    this.confirming = new Batcher(
      async (claims) => {
        await this.confirm(claims.map(({ key }) => key));
        return claims.map((claim) => this.letGo(claim));
      },
      { gatherMs },
    );
  }

  /**
   * Claims mails. If the response of PostgreSQL is lost after PostgreSQL has stored a claim, the
   * mail's row has this process's number, but this process does not know of the claim. In this
   * case, the next call claims the mail again.
   * @param mails mails with different keys
   * @returns the claims by key, without mails that were sent, dropped, or claimed by another worker
   */
  async claim(mails: readonly ClaimableMail[]): Promise<Map<string, MailSendingClaim>> {
    const hold = await this.holder.held();
    return hold.run(async (client) => {
      const at = Date.now();
      const rows = await claimThese(client, [
        JSON.stringify(mails),
        hold.number,
        claimLeaseMs,
        graceMs,
        livenessLockClass,
        mails.map(({ key }) => key).filter((key) => this.inHand.has(key)),
      ]);
      const claims = new Map(
        rows.map(({ key, since }): [string, MailSendingClaim] => [key, { key, since, at, hold }]),
      );
      for (const [key, claim] of claims) this.inHand.set(key, claim);
      return claims;
    });
  }

  /**
   * Whether another process may have taken the claim over: it is old, or the connection that
   * protected it was lost in the meantime.
   */
  isDoubtful({ at, hold }: MailSendingClaim, oldAfterMs: number): boolean {
    return Date.now() - at > oldAfterMs || !this.holder.isStill(hold);
  }

  /**
   * Renews a claim.
   * @returns false if the claim was lost
   */
  async renew(claim: MailSendingClaim): Promise<boolean> {
    const hold = await this.holder.held();
    const at = Date.now();
    const { rows } = await hold.run((client) =>
      client.query<{ since: string }>(
        `UPDATE platform.mail SET claimed_at = clock_timestamp(), holder = $3::integer
         WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz
         RETURNING claimed_at::text AS since`,
        [claim.key, claim.since, hold.number],
      ),
    );
    const [row] = rows;
    if (row) Object.assign(claim, { since: row.since, at, hold });
    return row !== undefined;
  }

  /**
   * Finds out which of these mails are finished.
   * @returns the keys of the mails that were sent or dropped
   */
  async settled(keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows: { key: string }[] = await this.source.query(
      `SELECT key FROM platform.mail WHERE key = ANY($1::text[]) AND state <> 'claimed'`,
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Records that the mail was sent, even if another worker has taken the claim over in the
   * meantime.
   */
  sent(claim: MailSendingClaim): Promise<void> {
    return this.confirming.load(claim);
  }

  async dropped(claim: MailSendingClaim): Promise<void> {
    await this.source.query(
      `UPDATE platform.mail SET state = 'dropped', holder = NULL
       WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [claim.key, claim.since],
    );
    this.letGo(claim);
  }

  /**
   * Releases a claim after a failure, so that the next attempt need not wait until the claim
   * expires.
   */
  async release(claim: MailSendingClaim): Promise<void> {
    await this.source.query(
      `DELETE FROM platform.mail WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [claim.key, claim.since],
    );
    this.letGo(claim);
  }

  /**
   * Records mails as sent, over the connection that protects the claims or, if that is lost, over
   * another one.
   */
  private async confirm(keys: readonly string[]): Promise<void> {
    try {
      const hold = await this.holder.held();
      await hold.run((client) => confirmPrepared(client, [keys]));
    } catch {
      await this.source.query(confirmThese, [keys]);
    }
  }

  private letGo(claim: MailSendingClaim): undefined {
    // This process may have claimed the mail again in the meantime; the newer claim must stay.
    if (this.inHand.get(claim.key) === claim) this.inHand.delete(claim.key);
  }
}
