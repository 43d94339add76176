import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Outbox } from './outbox.entity';

/**
 * Which consumer has handled which event: written together with the effect, so that a repeated
 * delivery is recognized.
 */
@Entity({ schema: 'platform', name: 'processed_event' })
export class ProcessedEvent {
  @PrimaryColumn('uuid') event_id!: string;
  @ManyToOne(() => Outbox, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'processed_event_event_id_fkey' })
  event?: Relation<Outbox>;
  @PrimaryColumn('text') consumer!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
