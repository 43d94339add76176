import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuditAction, AuditDetails } from '../../../contracts/audit/audit';

/**
 * The log of which account changed which record, by ids. The application may insert and read, nothing else.
 * One partition a month, by `at` (docs/decisions/audit-log.md).
 */
@Entity({ schema: 'platform', name: 'audit' })
@Check('audit_at_finite', `isfinite(at)`)
@Index('audit_at', ['at', 'id'])
@Index('audit_action', ['action', 'at', 'id'])
@Index('audit_actor', ['actor_id', 'at'])
@Index('audit_subject', ['subject_id', 'at'])
export class Audit {
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
  /** The record's time, by which a join finds its partition; the seal covers the record's own time. */
  @Column('timestamptz') at!: Date;
  @Column('bytea') seal!: Buffer;
}
