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
import type { CollaboratorRole } from '../../contracts/collaborators/collaborators';
import { Account } from '../access/accounts/account.entity';
import { Study } from '../studies/study.entity';

/** An invitation to work on a study, until the invited person answers it. */
@Entity({ schema: 'identity', name: 'study_invitation' })
@Index('study_invitation_address', ['study_id', 'email'], { unique: true })
@Check('study_invitation_role_check', `role IN ('editor', 'analyst', 'viewer')`)
export class StudyInvitationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_invitation_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text') email!: string;
  @Column('text') role!: CollaboratorRole;
  /**
   * The SHA-256 of the key in the invitation's link. The mail derives the key from the row's id and
   * the server's secret.
   */
  @Index('study_invitation_key', { unique: true })
  @Column('bytea')
  key_hash!: Buffer;
  @Index('study_invitation_inviter')
  @Column('uuid')
  invited_by!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'invited_by', foreignKeyConstraintName: 'study_invitation_invited_by_fkey' })
  inviter?: Relation<Account>;
  @Column('timestamptz') created_at!: Date;
  @Index('study_invitation_expiry')
  @Column('timestamptz')
  expires_at!: Date;
}
