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

/** The kinds of places from which an account signed in. */
export type PlaceKind = 'browser' | 'network';

/**
 * A browser or a network from which the account holder signed in. Failed attempts of strangers do
 * not count against this place (docs/decisions/sign-in-protection.md).
 */
@Entity({ schema: 'identity', name: 'known_place' })
@Index('known_place_once', ['account_id', 'hash'], { unique: true })
@Index('known_place_hash', ['hash'])
@Index('known_place_last_day', ['last_day', 'id'])
@Check('known_place_kind_check', `kind IN ('browser', 'network')`)
export class KnownPlace {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'known_place_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') kind!: PlaceKind;
  /**
   * A keyed hash of the address and the place together, so the same place has different hashes for
   * different accounts.
   */
  @Column('bytea') hash!: Buffer;
  /** Whether a sign-in from this place proved a second factor. */
  @Column('boolean', { default: false }) second_factor!: boolean;
  /** The day (UTC) of the last sign-in from this place. The exact time is not needed. */
  @Column('date') last_day!: string;
}
