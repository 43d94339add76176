import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../access/accounts/account.entity';

/** Records that an account accepted a version of the terms of use. */
@Entity({ schema: 'identity', name: 'terms_acceptance' })
export class TermsAcceptanceRow {
  @PrimaryColumn('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'terms_acceptance_account_id_fkey' })
  account?: Relation<Account>;
  @PrimaryColumn('text') version!: string;
  @Column('text') language!: string;
  @Column('timestamptz') accepted_at!: Date;
}
