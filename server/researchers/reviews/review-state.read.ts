import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Reads the state of reviews, for the administrators who watch the queue. */
@Injectable()
export class ReviewStateRead {
  constructor(private readonly source: DataSource) {}

  async byId(id: string): Promise<{ id: string; state: string } | undefined> {
    const [row]: { id: string; state: string }[] = await this.source.query(
      `SELECT id, state FROM identity.review WHERE id = $1`,
      [id],
    );
    return row;
  }

  async pending(): Promise<number> {
    const [row]: { pending: number }[] = await this.source.query(
      `SELECT count(*)::int AS pending FROM identity.review WHERE state = 'pending'`,
    );
    return row?.pending ?? 0;
  }
}
