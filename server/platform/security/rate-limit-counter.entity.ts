import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A counter of rate-limit.ts. Its key is a keyed hash, and never contains a name or an address. */
@Entity({ schema: 'platform', name: 'rate_limit_counter' })
@Index('rate_limit_counter_window', ['window_ends_at'])
export class RateLimitCounter {
  @PrimaryColumn('bytea') key!: Buffer;
  @Column('integer') count!: number;
  @Column('timestamptz') window_ends_at!: Date;
  @Column('timestamptz', { nullable: true }) blocked_until!: Date | null;
}
