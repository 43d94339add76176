import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { DataExport } from '../../contracts/data-rights/data-rights';
import { Account } from '../access/accounts/account.entity';

const moment = { type: 'timestamptz', nullable: true } as const;

/**
 * An export of everything that is stored about a person. The person requests it, a worker builds
 * it, and it is deleted after some days.
 */
@Entity({ schema: 'identity', name: 'export' })
@Check('export_state_check', `state IN ('waiting', 'running', 'ready', 'failed', 'expired')`)
@Check('export_progress_check', 'progress BETWEEN 0 AND 100')
@Index('export_one_under_way', { synchronize: false })
@Index('export_account', ['account_id', 'requested_at'])
@Index('export_expiry', ['expires_at'])
export class DataExportRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'export_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') state!: DataExport['state'];
  @Column('integer', { default: 0 }) progress!: number;
  /** The number of attempts to build the export. */
  @Column('integer', { default: 0 }) tries!: number;
  /** The size of the file in bytes; null until it is built. */
  @Column('integer', { nullable: true }) size!: number | null;
  @Column('timestamptz', { default: () => 'now()' }) requested_at!: Date;
  @Column(moment) ready_at!: Date | null;
  @Column('timestamptz') expires_at!: Date;
}

/** A part of the ZIP file. Only the role commonlab_link may read it (docs/domain.md, 4). */
@Entity({ schema: 'identity', name: 'export_part' })
export class ExportPart {
  @PrimaryColumn('uuid') export_id!: string;
  @ManyToOne(() => DataExportRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'export_id', foreignKeyConstraintName: 'export_part_export_id_fkey' })
  export?: Relation<DataExportRow>;
  /** The position of the part's first byte in the file. */
  @PrimaryColumn('integer') first_byte!: number;
  /**
   * An id to which the encryption of the part is bound, so that an attacker cannot put another part
   * in its place.
   */
  @Index('export_part_id', { unique: true })
  @Column('uuid')
  id!: string;
  /** The encrypted bytes, which cannot be read in a database dump without the server's key. */
  @Column('bytea') bytes!: Buffer;
}
