import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../../access/accounts/account.entity';

/**
 * The address to which a researcher's receipts are issued. A receipt contains a copy of it, so a
 * later change does not affect the receipt.
 */
@Entity({ schema: 'identity', name: 'invoice_address' })
export class InvoiceAddressRow {
  @PrimaryColumn('uuid') account_id!: string;
  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'invoice_address_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') name!: string;
  @Column('text', { array: true }) lines!: string[];
  /** ISO 3166-1 alpha-2. */
  @Column('text') country!: string;
}
