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
import { Session } from '../../enrolment/model/session.entity';
import { LedgerAccount } from '../../ledger/account.entity';

/** The money that is held for a session, and the price of one participant that it was held for. */
@Entity({ schema: 'research', name: 'session_hold' })
@Index('session_hold_wallet', ['wallet_account_id'])
@Unique('session_hold_payable', ['payable_account_id'])
@Index('session_hold_closed', ['counted_on'], {
  where: 'counted_on IS NOT NULL AND NOT is_settled',
})
@Check('session_hold_for_answers_check', 'for_answers >= 0')
export class SessionHold {
  @PrimaryColumn('uuid') session_id!: string;
  @OneToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'session_hold_session_id_fkey' })
  session?: Relation<Session>;
  /** Of the ledger, of the kind `hold`. */
  @Column('uuid') account_id!: string;
  @ManyToOne(() => LedgerAccount)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'session_hold_account_id_fkey' })
  account?: Relation<LedgerAccount>;
  /** Of the ledger: the wallet that the money came from and goes back to. */
  @Column('uuid') wallet_account_id!: string;
  @ManyToOne(() => LedgerAccount)
  @JoinColumn({
    name: 'wallet_account_id',
    foreignKeyConstraintName: 'session_hold_wallet_account_id_fkey',
  })
  wallet?: Relation<LedgerAccount>;
  /** Of the ledger, of the kind `payable`: what its participants are owed. The first approval opens it. */
  @Column('uuid', { nullable: true }) payable_account_id!: string | null;
  @ManyToOne(() => LedgerAccount, { nullable: true })
  @JoinColumn({
    name: 'payable_account_id',
    foreignKeyConstraintName: 'session_hold_payable_account_id_fkey',
  })
  payable?: Relation<LedgerAccount> | null;
  @Column('text') currency!: string;
  /** Of one participant, in minor units. */
  @Column('integer') reward!: number;
  @Column('integer') fee!: number;
  /** The fee in basis points, as it was at the first hold: a later change of the setting does not change it. */
  @Column('integer') fee_basis_points!: number;
  /**
   * Minor units of what is held for pay by answers, with the fee: all spots may earn the most, until the researchers paid, or
   * let the time for it pass.
   */
  @Column('bigint', { default: 0 }) for_answers!: string;
  /** How many times the hold was changed: part of the entries' keys. */
  @Column('integer', { default: 0 }) changes!: number;
  /** The day (UTC) of the last count of the spots of the closed session that can still be paid; null while it is open. */
  @Column('date', { nullable: true }) counted_on!: string | null;
  /** The count is final: no participant is under way, and no decision can be overturned any more. */
  @Column('boolean', { default: false }) is_settled!: boolean;
}
