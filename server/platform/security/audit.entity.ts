import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuditAction, AuditDetails } from '../../../contracts/audit/audit';

/**
 * A record of the audit log, which says by ids which account changed which object. The application
 * may insert and read records, but neither change nor delete them. There is one partition for each
 * month of `at` (docs/decisions/audit-log.md).
 */
@Entity({ schema: 'platform', name: 'audit' })
@Check('audit_at_finite', `isfinite(at)`)
@Index('audit_at', ['at', 'id'])
@Index('audit_action', ['action', 'at', 'id'])
@Index('audit_actor', ['actor_id', 'at'])
@Index('audit_subject', ['subject_id', 'at'])
export class AuditRecordRow {
  @PrimaryColumn('uuid') id!: string;
  @PrimaryColumn('timestamptz') at!: Date;
  @Column('text') action!: AuditAction;
  @Column('uuid', { nullable: true }) actor_id!: string | null;
  @Column('uuid', { nullable: true }) subject_id!: string | null;
  @Column('jsonb') details!: AuditDetails;
  @Column('text', { nullable: true }) request_id!: string | null;
}

@Entity({ schema: 'platform', name: 'audit_seal' })
@Index('audit_seal_record', ['audit_id'], { unique: true })
export class AuditSeal {
  @PrimaryColumn('bigint') sequence!: string;
  @Column('uuid') audit_id!: string;
  /**
   * A copy of the time in the audit record, by which a join finds the record's partition. The seal
   * does not cover this copy. It covers the time in the record.
   */
  @Column('timestamptz') at!: Date;
  @Column('bytea') seal!: Buffer;
}
