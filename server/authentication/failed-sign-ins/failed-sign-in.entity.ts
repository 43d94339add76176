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
import { Account } from '../../access/accounts/account.entity';

/**
 * How many sign-ins to one account failed from one network within one hour. A row without an
 * account counts attempts for addresses that no account has (docs/decisions/audit-log.md).
 */
@Entity({ schema: 'identity', name: 'failed_sign_in' })
@Index('failed_sign_in_once', ['account_id', 'network', 'hour'], { unique: true })
@Index('failed_sign_in_hour', ['hour', 'id'])
@Check('failed_sign_in_count_check', 'count > 0')
export class FailedSignIn {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { nullable: true }) account_id!: string | null;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'failed_sign_in_account_id_fkey' })
  account?: Relation<Account>;
  /** A keyed hash of the network from which the failed sign-ins came. */
  @Column('bytea') network!: Buffer;
  /** The beginning of the hour (UTC) in which these failures were counted. */
  @Column('timestamptz') hour!: Date;
  @Column('integer') count!: number;
}
