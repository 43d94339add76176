import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Study } from '../study.entity';

/** The account that owned a study before its transfer (docs/decisions/collaborators.md). */
@Entity({ schema: 'research', name: 'study_former_owner' })
export class FormerOwner {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'study_former_owner_pkey' }) study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_former_owner_study_id_fkey' })
  study?: Relation<Study>;
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'study_former_owner_pkey' })
  until!: Date;
  /**
   * An account. It has no foreign key, for the same reason as the study's owner (study.entity.ts).
   */
  @Index('study_former_owner_account')
  @Column('uuid')
  account_id!: string;
}
