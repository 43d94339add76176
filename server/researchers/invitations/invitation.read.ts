import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { Invitation } from '../../../contracts/researchers/researchers';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';

type Shown = Omit<Invitation, 'code'>;
interface Row extends Omit<Shown, 'expires_at' | 'revoked_at' | 'created_at'> {
  expires_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
}

const select = `
  SELECT i.id AS _id, i.max_uses, i.uses, i.label, i.expires_at, i.revoked_at, i.created_at,
    CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('_id', a.id, 'first_name', a.first_name, 'last_name', a.last_name) END AS created_by
  FROM identity.invitation i LEFT JOIN identity.person a ON a.id = i.created_by`;

const onTheWire = (row: Row): Shown => ({
  ...row,
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/**
 * Lists invitations and how often they were used, newest first. The codes themselves are not
 * stored.
 */
@Injectable()
export class InvitationRead {
  constructor(private readonly source: DataSource) {}

  async list({ limit = limits.pageSize, cursor }: { limit?: number; cursor?: string }) {
    const rows: Row[] = await this.source.query(
      `${select} WHERE $1::uuid IS NULL OR i.id < $1 ORDER BY i.id DESC LIMIT $2`,
      [decodeCursor(Id, cursor), limit + 1],
    );
    return pageOfRows(rows.map(onTheWire), limit, (last) => last._id);
  }

  async byId(id: string): Promise<Shown> {
    const [row]: Row[] = await this.source.query(`${select} WHERE i.id = $1`, [id]);
    if (!row) throw new DomainError('not_found');
    return onTheWire(row);
  }
}
