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
import type { CollaboratorRole } from '../../../contracts/collaborators';
import { Account } from '../../access/accounts/account.entity';
import { Study } from '../study.entity';

/** A collaborator of a study. Its owner stands in the study. */
@Entity({ schema: 'identity', name: 'study_collaborator' })
@Index('study_collaborator_study', ['study_id'])
@Check('study_collaborator_role_check', `role IN ('editor', 'analyst', 'viewer')`)
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
}
