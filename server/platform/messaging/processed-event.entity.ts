import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Records which consumer has handled which event. It is stored together with the effect, so that an
 * event that is delivered again is recognized. The sweep deletes it with its event
 * (workers/outbox-sweeper.ts).
 */
@Entity({ schema: 'platform', name: 'processed_event' })
export class ProcessedEvent {
  @PrimaryColumn('uuid') event_id!: string;
  @PrimaryColumn('text') consumer!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
