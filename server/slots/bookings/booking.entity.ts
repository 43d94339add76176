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
import { Participation } from '../../enrolment/model/participation.entity';
import { Slot } from '../slot.entity';

/**
 * The slot that a participation has booked; it has one at a time. No column contains the time of
 * booking, since the exact time of an event can reveal whose event it was (docs/domain.md, 4).
 */
@Entity({ schema: 'research', name: 'booking' })
@Index('booking_slot', ['slot_id'])
@Index('booking_expiry', ['expires_at'])
@Index('booking_moved_up', ['slot_id'], { where: 'is_moved_up' })
export class Booking {
  @PrimaryColumn('uuid') participation_id!: string;
  @ManyToOne(() => Participation)
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'booking_participation_id_fkey',
  })
  participation?: Relation<Participation>;
  @Column('uuid') slot_id!: string;
  @ManyToOne(() => Slot)
  @JoinColumn({ name: 'slot_id', foreignKeyConstraintName: 'booking_slot_id_fkey' })
  slot?: Relation<Slot>;
  /** A number that orders the slot's reserves; null for a booking with a regular seat. */
  @Column('integer', { nullable: true }) reserve_no!: number | null;
  /**
   * Whether a reserve (a participant who waits for a seat in the slot) has got a seat and was not
   * notified yet. A trigger sets this as soon as a seat becomes free, for whatever reason.
   */
  @Column({ type: 'boolean', default: false }) is_moved_up!: boolean;
  /**
   * When the participant would lose the seat in the session if there were no booking
   * (server/enrolment/seats/lease.ts).
   */
  @Column('timestamptz', { nullable: true }) lease_until!: Date | null;
  @Column({ type: 'boolean', default: false }) is_reminded!: boolean;
  /**
   * Whether the slot ended so long ago that the booking no longer keeps the participant's seat in
   * the session.
   */
  @Column({ type: 'boolean', default: false }) is_lease_over!: boolean;
  @Column('timestamptz') expires_at!: Date;
}

/**
 * The slot that a participation had booked last. The participant's calendar may still contain it,
 * so the row is kept until the end of the slot, or until the participant books another one. A
 * trigger writes the row when the booking ends, for whatever reason.
 */
@Entity({ schema: 'research', name: 'former_booking' })
@Index('former_booking_slot', ['slot_id'])
@Index('former_booking_expiry', ['expires_at'])
export class FormerBooking {
  @PrimaryColumn('uuid') participation_id!: string;
  @ManyToOne(() => Participation)
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'former_booking_participation_id_fkey',
  })
  participation?: Relation<Participation>;
  @Column('uuid') slot_id!: string;
  @ManyToOne(() => Slot)
  @JoinColumn({ name: 'slot_id', foreignKeyConstraintName: 'former_booking_slot_id_fkey' })
  slot?: Relation<Slot>;
  /**
   * Whether the booking ended because the participant lost the seat. False if only the booking was
   * cancelled.
   */
  @Column({ type: 'boolean', default: false }) with_seat!: boolean;
  /** When the row is deleted: the end of the slot. */
  @Column('timestamptz') expires_at!: Date;
}

/**
 * A five-minute interval at which a person has a slot, stored as a keyed hash of person and
 * interval until the interval is over. The hash is unique, so that no person has two slots at the
 * same time (docs/decisions/slots.md). Without the key, the rows cannot be linked to a person.
 */
@Entity({ schema: 'research', name: 'booked_time' })
@Check('booked_time_hash', 'octet_length(hash) = 16')
@Index('booked_time_booking', ['participation_id'])
@Index('booked_time_end', ['ends_at'])
export class BookedTime {
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('uuid') participation_id!: string;
  @ManyToOne(() => Booking, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'booked_time_participation_id_fkey',
  })
  booking?: Relation<Booking>;
  @Column('timestamptz') ends_at!: Date;
}
