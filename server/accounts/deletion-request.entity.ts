import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../access/accounts/account.entity';

/** A researcher's open request that the administrators delete their account. */
@Entity({ schema: 'identity', name: 'deletion_request' })
export class DeletionRequest {
  @PrimaryColumn('uuid') account_id!: string;
  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'deletion_request_account_id_fkey' })
  account?: Relation<Account>;
  @Column('timestamptz') requested_at!: Date;
}
