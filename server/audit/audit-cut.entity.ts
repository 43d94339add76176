import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Where the chain begins after older months were dropped: the position and the seal of the last deleted record. `mac`
 * is under the chain's key, so a beginning cannot be invented by an attacker who can write to the database. One row
 * for each cut; the last one counts.
 */
@Entity({ schema: 'platform', name: 'audit_cut' })
export class AuditCut {
  @PrimaryColumn('bigint') sequence!: string;
  @Column('bytea') seal!: Buffer;
  /** The time of the last record that was deleted. */
  @Column('timestamptz') at!: Date;
  /** The first month that is kept: older records are deleted, except a few that were sealed after its beginning. */
  @Column('timestamptz') kept_from!: Date;
  @Column('timestamptz') cut_at!: Date;
  @Column('bytea') mac!: Buffer;
}
