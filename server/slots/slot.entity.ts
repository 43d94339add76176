import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Session } from '../enrolment/model/session.entity';

const count = { type: 'integer', default: 0 } as const;

/**
 * Settings for all slots of a session. A call that adds slots locks this row, so that simultaneous
 * calls run one after the other.
 */
@Entity({ schema: 'research', name: 'slot_plan' })
@Check('slot_plan_hours', 'change_until_hours BETWEEN 0 AND 336')
export class SlotSettings {
  @PrimaryColumn('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'slot_plan_session_id_fkey' })
  session?: Relation<Session>;
  /** How many hours before a slot participants may still book, move or cancel it. */
  @Column({ type: 'integer', default: 24 }) change_until_hours!: number;
}

/** A time slot to which people come. A trigger counts its bookings. Its times never change. */
@Entity({ schema: 'research', name: 'slot' })
@Check('slot_has_length', 'ends_at > starts_at')
@Check('slot_seats', 'seats > 0 AND reserve_seats >= 0')
@Check('slot_never_oversold', 'booked BETWEEN 0 AND seats AND reserves BETWEEN 0 AND reserve_seats')
@Index('slot_once', ['session_id', 'starts_at', 'place'], { unique: true, where: 'NOT cancelled' })
@Index('slot_times', ['starts_at'], { where: 'NOT cancelled' })
export class Slot {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => SlotSettings)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'slot_session_id_fkey' })
  plan?: Relation<SlotSettings>;
  @Column('timestamptz') starts_at!: Date;
  @Column('timestamptz') ends_at!: Date;
  /**
   * The IANA name of the slot's time zone. Researchers enter the slot's time in this zone, and all
   * readers see it in this zone.
   */
  @Column('text') zone!: string;
  /** The day on which the slot begins, in its time zone. */
  @Column('date') day!: string;
  @Column({ type: 'text', default: '' }) place!: string;
  @Column('text', { nullable: true }) link!: string | null;
  @Column('integer') seats!: number;
  @Column(count) reserve_seats!: number;
  @Column(count) booked!: number;
  @Column(count) reserves!: number;
  @Column({ type: 'boolean', default: false }) cancelled!: boolean;
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
}
