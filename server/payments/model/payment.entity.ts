import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import type { PaymentMethod, PaymentState } from '../../../contracts/payments/payments';
import { Participation } from '../../enrolment/model/participation.entity';
import { Session } from '../../enrolment/model/session.entity';
import { LedgerEntry } from '../../ledger/entries/entry.entity';
import { Study } from '../../studies/study.entity';

/**
 * What one participation is owed. Triggers of the database make it when the participation is completed and move it with
 * the decisions; what is being paid, or was paid, stays. It has a day (UTC) and no moment.
 */
@Entity({ schema: 'research', name: 'payment' })
@Unique('payment_of_participation', ['participation_id'])
@Check('payment_amount_check', 'amount > 0')
@Check('payment_fee_check', 'fee >= 0')
@Check(
  'payment_state_check',
  `state IN ('due', 'approved', 'processing', 'paid', 'failed', 'rejected', 'reversed', 'waived')`,
)
@Check('payment_method_check', `method IN ('cash', 'gift_code', 'bank')`)
@Check('payment_confirmed_by_check', `confirmed_by IN ('code', 'signature')`)
@Check('payment_has_method', `state NOT IN ('processing', 'paid') OR method IS NOT NULL`)
@Check(
  'payment_cash_is_confirmed',
  `(confirmed_by IS NOT NULL) = (state = 'paid' AND method = 'cash')`,
)
@Index('payment_session', ['session_id', 'id'])
@Index('payment_to_book', { synchronize: false })
@Index('payment_processing', { synchronize: false })
@Index('payment_unclaimed', { synchronize: false })
export class PaymentRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') participation_id!: string;
  @OneToOne(() => Participation)
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'payment_participation_id_fkey',
  })
  participation?: Relation<Participation>;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'payment_session_id_fkey' })
  session?: Relation<Session>;
  /** Minor units: the reward of the session when the participation was completed. */
  @Column('integer') amount!: number;
  /** Minor units: what the platform charges on top. */
  @Column('integer') fee!: number;
  @Column('text') currency!: string;
  @Column('text') state!: PaymentState;
  @Column('text', { nullable: true }) method!: PaymentMethod | null;
  /** How the participant confirmed the cash: by a code on their page, or by a signature on paper. */
  @Column('text', { nullable: true }) confirmed_by!: 'code' | 'signature' | null;
  /** The researcher who confirmed that the cash was handed over; no participant. */
  @Column('uuid', { nullable: true }) confirmed_account_id!: string | null;
  /** The day (UTC) of the last change. */
  @Column('date') day!: string;
  /** The state when that day began; null where there was no payment yet. A trigger writes it. */
  @Column('text', { nullable: true }) state_before!: PaymentState | null;
  /** The day of the last change before it; null where there was none. */
  @Column('date', { nullable: true }) day_before!: string | null;
  /** The method when that day began. */
  @Column('text', { nullable: true }) method_before!: PaymentMethod | null;
  /** The participant's answer to a rejection. */
  @Column('text', { nullable: true }) answer!: string | null;
  /** UTC. */
  @Column('date', { nullable: true }) answered_on!: string | null;
  /** How many times it was booked as owed: part of the ledger's keys. */
  @Column('smallint', { default: 0 }) accruals!: number;
  /** The entry of the ledger by which the amount is owed; null before, and after it was taken back. */
  @Column('uuid', { nullable: true }) accrual_id!: string | null;
  @ManyToOne(() => LedgerEntry, { nullable: true })
  @JoinColumn({ name: 'accrual_id', foreignKeyConstraintName: 'payment_accrual_id_fkey' })
  accrual?: Relation<LedgerEntry> | null;
  /** The entry of the ledger by which it was paid. */
  @Column('uuid', { nullable: true }) settlement_id!: string | null;
  @ManyToOne(() => LedgerEntry, { nullable: true })
  @JoinColumn({ name: 'settlement_id', foreignKeyConstraintName: 'payment_settlement_id_fkey' })
  settlement?: Relation<LedgerEntry> | null;
}

/** How participants of a study may be paid; without a row, in cash. */
@Entity({ schema: 'research', name: 'payment_methods' })
export class PaymentMethodsRow {
  @PrimaryColumn('uuid') study_id!: string;
  @OneToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'payment_methods_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text', { array: true }) methods!: PaymentMethod[];
}
