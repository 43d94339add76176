import {
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
 * Maps a participation to its account. Only the role commonlab_link may read it (docs/domain.md,
 * 4).
 */
@Entity({ schema: 'identity', name: 'participation_link' })
@Index('participation_link_account', ['account_id'])
export class ParticipationLink {
  @PrimaryColumn('uuid') participation_id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'account_id',
    foreignKeyConstraintName: 'participation_link_account_id_fkey',
  })
  account?: Relation<Account>;
}
