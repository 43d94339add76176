import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A committed event. `relayed_at` is the time at which it was added to the queues, not at which it
 * was handled.
 */
@Entity({ schema: 'platform', name: 'outbox' })
@Index('outbox_waiting', { synchronize: false })
@Index('outbox_relayed', ['relayed_at'])
export class Outbox {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('jsonb') data!: object;
  @Column('text', { nullable: true }) request_id!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
  @Column('timestamptz', { nullable: true }) relayed_at!: Date | null;
}
