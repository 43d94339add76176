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
  /** Null for a mail about a participation (see MailRequest). */
  accountId: string | null;
  messageId: string;
}

/**
 * Longer than the holder of a claim can take. The holder of a younger claim is at work; the holder
 * of an older one has crashed.
 */
export const leaseMs = 120_000;

/** Which worker sends which mail (platform.mail): claimed, then sent or dropped. */
@Injectable()
export class MailClaims {
  constructor(private readonly source: DataSource) {}

  /** @returns undefined when the mail is sent, dropped, or claimed by another worker. */
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

  /** Also when another worker has taken the claim over meanwhile: the mail is out. */
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

  /** After a failure, so that the next try need not wait for the lease to expire. */
  async release({ key, since }: Claim): Promise<void> {
    await this.source.query(
      `DELETE FROM platform.mail WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [key, since],
    );
  }
}
