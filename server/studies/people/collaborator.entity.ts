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
import type { CollaboratorRole } from '../../../contracts/collaborators/collaborators';
import { Account } from '../../access/accounts/account.entity';
import { Study } from '../study.entity';

/**
 * A collaborator of a study. The owner is not a collaborator: the study's row contains the owner.
 */
@Entity({ schema: 'identity', name: 'study_collaborator' })
@Index('study_collaborator_study', ['study_id'])
@Check('study_collaborator_role_check', `role IN ('editor', 'analyst', 'viewer')`)
@Check(
  'study_collaborator_opening_check',
  `num_nulls(roster_opening, sees_roster_since, sees_roster_by) IN (0, 3)`,
)
export class StudyCollaborator {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'study_collaborator_pkey' })
  account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'account_id',
    foreignKeyConstraintName: 'study_collaborator_account_id_fkey',
  })
  account?: Relation<Account>;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'study_collaborator_pkey' }) study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_collaborator_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text') role!: CollaboratorRole;
  @Column('timestamptz') since!: Date;
  /**
   * The random id of the collaborator's roster access; null without access. Sessions that are
   * launched while the access exists store this id (roster.policy.ts). If the access ends and the
   * owner gives it again, it has another id.
   */
  @Column('uuid', { nullable: true }) roster_opening!: string | null;
  @Column('timestamptz', { nullable: true }) sees_roster_since!: Date | null;
  /**
   * The owner who gave the roster access. The access is valid only while this account owns the
   * study.
   */
  @Column('uuid', { nullable: true }) sees_roster_by!: string | null;
}
