import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class DeletionRequestRead {
  constructor(private readonly source: DataSource) {}

  /** Returns when the account holder requested the deletion; null if no request is open. */
  async of(accountId: string): Promise<Date | null> {
    const [open]: { requested_at: Date }[] = await this.source.query(
      `SELECT requested_at FROM identity.deletion_request WHERE account_id = $1`,
      [accountId],
    );
    return open?.requested_at ?? null;
  }
}
