import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'identity', name: 'invitation' })
@Check('invitation_not_overspent', 'max_uses IS NULL OR uses <= max_uses')
export class Invitation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invitation_pkey' }) id!: string;
  /**
   * HMAC of the code under the server's secret. The administrator sees the code itself once; it is
   * not stored.
   */
  @Index('invitation_code', { unique: true })
  @Column('bytea')
  code_hash!: Buffer;
  @Column('integer', { nullable: true }) max_uses!: number | null;
  @Column('integer', { default: 0 }) uses!: number;
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
  @Column('uuid', { nullable: true }) created_by!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  /** The administrator's own label for the invitation. */
  @Column('text', { nullable: true }) label!: string | null;
  @Column('timestamptz', { nullable: true }) revoked_at!: Date | null;
}
