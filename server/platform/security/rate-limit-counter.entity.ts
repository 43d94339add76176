import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A counter of rate-limit.ts; the key is a keyed hash, never a name or an address. */
@Entity({ schema: 'platform', name: 'attempt' })
@Index('attempt_window', ['window_ends_at'])
export class Attempt {
  @PrimaryColumn('bytea') key!: Buffer;
  @Column('integer') count!: number;
  @Column('timestamptz') window_ends_at!: Date;
  @Column('timestamptz', { nullable: true }) blocked_until!: Date | null;
}
