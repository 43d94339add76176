import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PaymentRow } from '../model/payment.entity';

/** A rejection that an administrator confirmed after its participant had responded to it. */
@Entity({ schema: 'research', name: 'rejection_verdict' })
export class RejectionVerdictRow {
  @PrimaryColumn('uuid') payment_id!: string;
  @OneToOne(() => PaymentRow)
  @JoinColumn({
    name: 'payment_id',
    foreignKeyConstraintName: 'rejection_verdict_payment_id_fkey',
  })
  payment?: Relation<PaymentRow>;
  /** The reason, which the participant reads. */
  @Column('text') reason!: string;
  /** UTC. */
  @Column('date') day!: string;
}
