import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Which consumer has handled which event: written together with the effect, so that a repeated
 * delivery is recognized. The sweep deletes it with its event (workers/outbox-sweeper.ts).
 */
@Entity({ schema: 'platform', name: 'processed_event' })
export class ProcessedEvent {
  @PrimaryColumn('uuid') event_id!: string;
  @PrimaryColumn('text') consumer!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
