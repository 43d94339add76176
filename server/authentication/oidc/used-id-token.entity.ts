import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An ID token that was already used, stored as its SHA-256. */
@Entity({ schema: 'identity', name: 'used_id_token' })
@Index('used_id_token_expiry', ['expires_at'])
export class UsedIdToken {
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('timestamptz') used_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
