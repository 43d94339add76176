import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Records which consumer has handled which event. The record is stored together with the effect, so
 * that an event that is delivered again is recognized. The outbox sweeper deletes the record
 * together with its event (workers/outbox-sweeper.ts).
 */
@Entity({ schema: 'platform', name: 'processed_event' })
export class ProcessedEvent {
  @PrimaryColumn('uuid') event_id!: string;
  @PrimaryColumn('text') consumer!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
