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
 * An export of everything stored about one person: requested, built by a worker, deleted after some
 * days.
 */
@Entity({ schema: 'identity', name: 'export' })
@Check('export_state_check', `state IN ('waiting', 'running', 'ready', 'failed', 'expired')`)
@Check('export_progress_check', 'progress BETWEEN 0 AND 100')
@Index('export_one_under_way', { synchronize: false })
@Index('export_account', ['account_id', 'requested_at'])
@Index('export_expiry', ['expires_at'])
export class Export {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'export_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') state!: DataExport['state'];
  @Column('integer', { default: 0 }) progress!: number;
  /** The number of attempts to build the export. */
  @Column('integer', { default: 0 }) tries!: number;
  /** The size of the file in bytes; null while it is not built. */
  @Column('integer', { nullable: true }) size!: number | null;
  @Column('timestamptz', { default: () => 'now()' }) requested_at!: Date;
  @Column(moment) ready_at!: Date | null;
  @Column('timestamptz') expires_at!: Date;
}

/**
 * The ZIP itself, in consecutive parts: only the role commonlab_link may read it (docs/domain.md,
 * 4).
 */
@Entity({ schema: 'identity', name: 'export_part' })
export class ExportPart {
  @PrimaryColumn('uuid') export_id!: string;
  @ManyToOne(() => Export, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'export_id', foreignKeyConstraintName: 'export_part_export_id_fkey' })
  export?: Relation<Export>;
  /** The part's offset in the file. */
  @PrimaryColumn('integer') first_byte!: number;
  /** An id of the part that its encryption authenticates, so that no part can be exchanged for another. */
  @Index('export_part_id', { unique: true })
  @Column('uuid')
  id!: string;
  /** The encrypted bytes: a database dump without the server's key cannot be read. */
  @Column('bytea') bytes!: Buffer;
}
