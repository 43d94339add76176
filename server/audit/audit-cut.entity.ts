import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Where the chain begins after older months were deleted: the position and the seal of the last
 * deleted record. `mac` is a hash under the chain's key, so an attacker who can write to the
 * database cannot invent a beginning. Each run of `audit:cut` that deletes months adds a row; only
 * the newest row counts.
 */
@Entity({ schema: 'platform', name: 'audit_cut' })
export class AuditDeletionPoint {
  @PrimaryColumn('bigint') sequence!: string;
  @Column('bytea') seal!: Buffer;
  /** The time of the last record that was deleted. */
  @Column('timestamptz') at!: Date;
  /**
   * The first month that was kept. Older records were deleted, except a few: in the chain, these
   * come after a record of a kept month.
   */
  @Column('timestamptz') kept_from!: Date;
  @Column('timestamptz') cut_at!: Date;
  @Column('bytea') mac!: Buffer;
}
