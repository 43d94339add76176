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
import type { TokenScope } from '../../../contracts/base/access';
import { Account } from '../accounts/account.entity';

/** A token for a researcher's own programs. Only its SHA-256 is stored. */
@Entity({ schema: 'identity', name: 'api_token' })
@Check(
  'api_token_scopes_check',
  `cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'manage', 'export']`,
)
@Index('api_token_hash', ['hash'], { unique: true })
@Index('api_token_account', ['account_id'])
@Index('api_token_expiry', ['expires_at'])
export class ApiTokenRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'api_token_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') name!: string;
  /** The first characters of the token, by which its holder recognises it. */
  @Column('text') start!: string;
  @Column('bytea') hash!: Buffer;
  @Column('text', { array: true }) scopes!: TokenScope[];
  /**
   * The studies to which the token is bound; null for all studies of the researcher, including
   * later ones.
   */
  @Column('uuid', { array: true, nullable: true }) study_ids!: string[] | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
  /**
   * The day (UTC) of the last use. The exact time is not stored, because the times at which a
   * program runs are private.
   */
  @Column('date', { nullable: true }) last_used_on!: string | null;
}
