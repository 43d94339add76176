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
 * A participation has one slot at a time. No column contains when it was booked, since the exact time of an event
 * reveals who it was (docs/domain.md, 4).
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
  /** The order among the reserves of the slot; null for a regular seat. */
  @Column('integer', { nullable: true }) reserve_no!: number | null;
  /** Whether a reserve has got a seat and was not notified yet. A trigger sets it, whatever freed the seat. */
  @Column({ type: 'boolean', default: false }) is_moved_up!: boolean;
  /** When the lease would end without the booking (server/enrolment/seats/lease.ts). */
  @Column('timestamptz', { nullable: true }) lease_until!: Date | null;
  @Column({ type: 'boolean', default: false }) is_reminded!: boolean;
  /** Whether its slot has been over for so long that the seat's lease ends by itself again. */
  @Column({ type: 'boolean', default: false }) is_lease_over!: boolean;
  @Column('timestamptz') expires_at!: Date;
}

/**
 * The slot that a participation had booked last. Its entry may still be in the participant's
 * calendar, so the row is kept until the slot would be over, or another one is booked. A trigger
 * writes it, whatever ends the booking.
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
  /** Whether the booking ended together with the seat, and was not cancelled separately. */
  @Column({ type: 'boolean', default: false }) with_seat!: boolean;
  /** When the row is deleted: the end of the slot. */
  @Column('timestamptz') expires_at!: Date;
}

/**
 * A five-minute interval of a person's time, as a keyed hash of both, as long as it is in the future: unique, so that
 * no person has two slots at the same time (docs/decisions/slots.md). Without the key, hashes cannot be linked.
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
