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
import type { ClassroomRole } from '../../../contracts/teaching/classrooms';
import { Account } from '../../access/accounts/account.entity';
import { ClassroomRow } from '../model/classroom.entity';

/**
 * A former role of an account in a classroom; a database trigger writes it. Rosters withhold the
 * students' names from this person until the classroom is archived. Otherwise an instructor could
 * leave the classroom, read the students' names on a roster, and join the classroom again.
 */
@Entity({ schema: 'identity', name: 'former_member' })
@Unique('former_member_once', ['classroom_id', 'account_id', 'role'])
@Index('former_member_account', ['account_id'])
@Check('former_member_role_check', `role IN ('instructor', 'assistant', 'student')`)
export class FormerMemberRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') classroom_id!: string;
  @ManyToOne(() => ClassroomRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'classroom_id', foreignKeyConstraintName: 'former_member_classroom_id_fkey' })
  classroom?: Relation<ClassroomRow>;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'former_member_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') role!: ClassroomRole;
}
