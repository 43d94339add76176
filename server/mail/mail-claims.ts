import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface Claim {
  key: string;
  since: string;
  at: number;
}
export interface Claimed {
  key: string;
  template: string;
  /**
   * Null for a mail about a participation: an account never stands beside one outside of the link
   * table.
   */
  accountId: string | null;
  messageId: string;
}

/**
 * Longer than a claim's holder can take; a younger claim is somebody at work, an older one somebody
 * who crashed.
 */
export const leaseMs = 120_000;

/** Who writes which mail (platform.mail): claimed, then sent or dropped. */
@Injectable()
export class MailClaims {
  constructor(private readonly source: DataSource) {}

  /** @returns undefined when the mail is sent, dropped, or being sent by somebody else. */
  async claim({ key, template, accountId, messageId }: Claimed): Promise<Claim | undefined> {
    const at = Date.now();
    const [row]: { since: string }[] = await this.source.query(
      `INSERT INTO platform.mail AS m (key, template, account_id, message_id, state) VALUES ($1, $2, $3, $4, 'claimed')
       ON CONFLICT (key) DO UPDATE SET claimed_at = clock_timestamp()
       WHERE m.state = 'claimed' AND m.claimed_at < clock_timestamp() - $5 * interval '1 millisecond'
       RETURNING claimed_at::text AS since`,
      [key, template, accountId, messageId, leaseMs],
    );
    return row && { key, since: row.since, at };
  }

  async isSettled(key: string): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `SELECT 1 FROM platform.mail WHERE key = $1 AND state <> 'claimed'`,
      [key],
    );
    return rows.length > 0;
  }

  /** Whoever holds the claim by now: the mail is out. */
  async sent({ key }: Claim): Promise<void> {
    await this.source.query(
      `UPDATE platform.mail SET state = 'sent', sent_at = now() WHERE key = $1`,
      [key],
    );
  }

  async dropped({ key, since }: Claim): Promise<void> {
    await this.source.query(
      `UPDATE platform.mail SET state = 'dropped' WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [key, since],
    );
  }

  /** Not sent: the next try need not wait for the lease to end. */
  async release({ key, since }: Claim): Promise<void> {
    await this.source.query(
      `DELETE FROM platform.mail WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [key, since],
    );
  }
}
