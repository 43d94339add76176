import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../contracts/fields';
import { limits } from '../../contracts/limits';
import { pageOfRows, readCursor } from '../platform/cursor';

interface Row { _id: string; max_uses: number | null; uses: number; expires_at: Date | null; created_at: Date }

/** Invitations and how often they were used, newest first. The codes themselves are not kept anywhere. */
@Injectable()
export class InvitationRead {
  constructor(private readonly source: DataSource) {}

  async list({ limit = limits.pageSize, cursor }: { limit?: number; cursor?: string }) {
    const rows: Row[] = await this.source.query(
      `SELECT id AS _id, max_uses, uses, expires_at, created_at FROM identity.invitation
       WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
      [readCursor(Id, cursor), limit + 1],
    );
    return pageOfRows(rows.map((row) => ({ ...row, expires_at: row.expires_at?.toISOString() ?? null, created_at: row.created_at.toISOString() })), limit, (last) => last._id);
  }
}
