import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { LedgerAccount } from '../account.entity';

/**
 * A movement of money between accounts, which is never changed or deleted. It has a day (UTC) but
 * no exact time. A reader could compare an exact time with the time of an event in an anonymous
 * session, and so identify the participant (docs/domain.md, 4).
 */
@Entity({ schema: 'ledger', name: 'entry' })
@Unique('entry_key', ['key'])
@Check('entry_kind_check', `kind ~ '^[a-z][a-z-]{1,39}$'`)
@Check('entry_key_check', 'char_length(key) >= 1 AND char_length(key) <= 200')
@Check('entry_request_check', 'octet_length(request) = 32')
@Check('entry_postings_check', 'postings >= 2 AND postings <= 100')
@Index('entry_reversed', ['reverses'], { where: 'reverses IS NOT NULL' })
export class LedgerEntry {
  @PrimaryColumn('uuid') id!: string;
  @Column('date') day!: string;
  /** The kind of entry, named by the context that made it: `allotment`, `hold` … */
  @Column('text') kind!: string;
  /** The idempotency key, unique forever. */
  @Column('text') key!: string;
  /** SHA-256 of what was requested under the key. */
  @Column('bytea') request!: Buffer;
  /**
   * The number of the entry's postings. A trigger compares it with the stored postings, so that no
   * posting can be added later.
   */
  @Column('smallint') postings!: number;
  /** The entry that this one reverses, completely or partly. */
  @Column('uuid', { nullable: true }) reverses!: string | null;
  @ManyToOne(() => LedgerEntry, { nullable: true })
  @JoinColumn({ name: 'reverses', foreignKeyConstraintName: 'entry_reverses_fkey' })
  reversed?: Relation<LedgerEntry> | null;
}

/** What one entry changes on one account. The amounts of an entry add up to zero in each unit. */
@Entity({ schema: 'ledger', name: 'posting' })
@Check('posting_amount_check', 'amount <> 0 AND abs(amount) <= 10000000000000')
@Index('posting_account', ['account_id', 'entry_id'])
export class LedgerPosting {
  @PrimaryColumn('uuid') entry_id!: string;
  @ManyToOne(() => LedgerEntry)
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'posting_entry_id_fkey' })
  entry?: Relation<LedgerEntry>;
  @PrimaryColumn('uuid') account_id!: string;
  @ManyToOne(() => LedgerAccount)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'posting_account_id_fkey' })
  account?: Relation<LedgerAccount>;
  /** Minor units; positive: the account gains. */
  @Column('bigint') amount!: string;
}

/** An entry whose seal (a keyed hash) is not computed yet. */
@Entity({ schema: 'ledger', name: 'unsealed' })
export class UnsealedEntry {
  @PrimaryColumn('uuid') entry_id!: string;
  @ManyToOne(() => LedgerEntry)
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'unsealed_entry_id_fkey' })
  entry?: Relation<LedgerEntry>;
}

/**
 * The seal of an entry: a keyed hash of the entry with its postings. `sequence` is its number in
 * the chain. Seals are never removed.
 */
@Entity({ schema: 'ledger', name: 'seal' })
@Check('seal_sequence_check', 'sequence > 0')
@Unique('seal_entry', ['entry_id'])
export class LedgerSeal {
  @PrimaryColumn('bigint') sequence!: string;
  @Column('uuid') entry_id!: string;
  @ManyToOne(() => LedgerEntry)
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'seal_entry_id_fkey' })
  entry?: Relation<LedgerEntry>;
  @Column('bytea') seal!: Buffer;
}
