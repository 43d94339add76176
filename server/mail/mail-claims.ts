import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Batcher } from '../platform/concurrency/batcher';
import { prepared } from '../platform/db/prepared';
import { ClaimHolder, claimLocks, type Hold } from './claim-holder';

export interface Claim {
  key: string;
  since: string;
  /** When the claim was made or renewed, in milliseconds of this process's clock. */
  at: number;
  /** The Hold that proved to other processes that this process was alive when the claim was made. */
  hold: Hold;
}
export interface ClaimableMail {
  key: string;
  template: string;
  /** Null for a mail about a participation (see MailRequest). */
  accountId: string | null;
  /** The id of the message as stored; null where none is stored. */
  messageId: string | null;
}

/** Longer than a working process can need: the holder of an older claim hangs, although it may be alive. */
export const leaseMs = 120_000;
/** How long after its holder lost the lock a claim is taken over: enough time for a live process to reconnect. */
const graceMs = 10_000;
/** Mails sent within this many milliseconds are recorded together. */
const gatherMs = 5;

// Claims are locked in a fixed order, so that two workers that claim the same mails cannot deadlock.
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
 * Which worker sends which mail (platform.mail): claimed, then sent or dropped. Simultaneous changes of
 * several mails are one statement.
 */
@Injectable()
export class MailClaims {
  private readonly confirming: Batcher<Claim, undefined>;
  /** The open claims of this process, by key. */
  private readonly inHand = new Map<string, Claim>();

  constructor(
    private readonly source: DataSource,
    private readonly holder: ClaimHolder,
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
   * Also takes over mails that have the number of this process although it does not know about them: PostgreSQL made
   * that claim, but the response got lost.
   * @param mails with different keys
   * @returns by key, without mails that are sent, dropped, or claimed by another worker
   */
  async claim(mails: readonly ClaimableMail[]): Promise<Map<string, Claim>> {
    const hold = await this.holder.held();
    return hold.run(async (client) => {
      const at = Date.now();
      const rows = await claimThese(client, [
        JSON.stringify(mails),
        hold.number,
        leaseMs,
        graceMs,
        claimLocks,
        mails.map(({ key }) => key).filter((key) => this.inHand.has(key)),
      ]);
      const claims = new Map(
        rows.map(({ key, since }): [string, Claim] => [key, { key, since, at, hold }]),
      );
      for (const [key, claim] of claims) this.inHand.set(key, claim);
      return claims;
    });
  }

  /**
   * Whether others may have taken the claim over, as far as this process knows: it is old, or the connection
   * that protected it was lost since.
   */
  isDoubtful({ at, hold }: Claim, oldAfterMs: number): boolean {
    return Date.now() - at > oldAfterMs || !this.holder.isStill(hold);
  }

  /** @returns false when the claim was lost */
  async renew(claim: Claim): Promise<boolean> {
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

  /** @returns those of the keys whose mails are sent or dropped */
  async settled(keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows: { key: string }[] = await this.source.query(
      `SELECT key FROM platform.mail WHERE key = ANY($1::text[]) AND state <> 'claimed'`,
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Records that the mail was sent; also if another worker has taken the claim over meanwhile. */
  sent(claim: Claim): Promise<void> {
    return this.confirming.load(claim);
  }

  async dropped(claim: Claim): Promise<void> {
    await this.source.query(
      `UPDATE platform.mail SET state = 'dropped', holder = NULL
       WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [claim.key, claim.since],
    );
    this.letGo(claim);
  }

  /** Called after a failure, so that the next try need not wait for the lease to expire. */
  async release(claim: Claim): Promise<void> {
    await this.source.query(
      `DELETE FROM platform.mail WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [claim.key, claim.since],
    );
    this.letGo(claim);
  }

  /** Records sent mails; if the connection of the claims is lost, another connection records them. */
  private async confirm(keys: readonly string[]): Promise<void> {
    try {
      const hold = await this.holder.held();
      await hold.run((client) => confirmPrepared(client, [keys]));
    } catch {
      await this.source.query(confirmThese, [keys]);
    }
  }

  private letGo(claim: Claim): undefined {
    // This process itself may have taken over an old claim meanwhile.
    if (this.inHand.get(claim.key) === claim) this.inHand.delete(claim.key);
  }
}
