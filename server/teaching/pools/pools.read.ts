import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DataPool } from '../../../contracts/teaching/templates';
import { DownloadAddresses } from '../../research-data/export-job/download/download-addresses';
import {
  PooledExportsRead,
  type PooledExport,
} from '../../research-data/pools/pooled-exports.read';
import type { Person } from '../../access/person';
import { DomainError } from '../../platform/errors/errors';
import { isStaffSql } from '../../studies/classes/class-staff.sql';
import { classroomForMember } from '../model/membership';
import { pooledStudiesSql } from './class-pools';

/** Lists the pools of a classroom, with the newest export of each. */
@Injectable()
export class PoolsRead {
  constructor(
    private readonly source: DataSource,
    private readonly exports: PooledExportsRead,
    private readonly addresses: DownloadAddresses,
  ) {}

  /**
   * Lists the pools by title. Staff get all pools; students get those that contain a study whose
   * data they may read.
   * @throws DomainError not_found for people who are not members
   */
  async ofClassroom(classroomId: string, { account_id, token_id }: Person): Promise<DataPool[]> {
    await classroomForMember(this.source, 'read', classroomId, account_id);
    const rows: Omit<DataPool, 'export'>[] = await this.source.query(
      `WITH ${pooledStudiesSql('$1::uuid', '$2::uuid')}
       SELECT p.template_id, t.title, count(*) FILTER (WHERE p.launched)::int AS studies
       FROM pooled p JOIN research.study_profile t ON t.id = p.template_id
       JOIN identity.class_member m ON m.classroom_id = $1::uuid AND m.account_id = $2::uuid
       GROUP BY p.template_id, t.title
       HAVING bool_or(${isStaffSql('m')} OR p.launched AND p.reads)
       ORDER BY t.title, p.template_id`,
      [classroomId, account_id],
    );
    const newest = await this.exports.newest(classroomId);
    return rows.map((row) => ({
      ...row,
      export: this.shown(newest.get(row.template_id), token_id),
    }));
  }

  /** @throws DomainError not_found */
  async one(classroomId: string, templateId: string, person: Person): Promise<DataPool> {
    const pools = await this.ofClassroom(classroomId, person);
    const pool = pools.find(({ template_id }) => template_id === templateId);
    if (!pool) throw new DomainError('not_found');
    return pool;
  }

  private shown(made: PooledExport | undefined, tokenId: string): DataPool['export'] {
    if (!made) return null;
    const { requested_at, expires_at, ...row } = made;
    return {
      ...row,
      requested_at: requested_at.toISOString(),
      expires_at: expires_at.toISOString(),
      download_url: row.state === 'ready' ? this.addresses.of(row._id, tokenId) : null,
    };
  }
}
