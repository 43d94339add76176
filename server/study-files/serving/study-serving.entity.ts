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
import { StudyVersion } from '../versions/study-version.entity';

/** An address at which the files of a version are served for some time (grant-serving.ts). */
@Entity({ schema: 'research', name: 'study_serving' })
@Check('study_serving_purpose', `purpose IN ('run', 'preview')`)
export class StudyServing {
  /** SHA-256 of the key. The key itself is only in the address. */
  @PrimaryColumn('bytea') key_hash!: Buffer;
  @Index('study_serving_version')
  @Column('uuid')
  version_id!: string;
  @ManyToOne(() => StudyVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'study_serving_version_id_fkey' })
  version?: Relation<StudyVersion>;
  @Column('text') purpose!: 'run' | 'preview';
  /** The other hosts from which the study's pages may load and to which they may send. */
  @Column('jsonb') hosts!: string[];
  /** Whether the study's pages may embed frames. */
  @Column('boolean', { default: true }) frames!: boolean;
  /** Whether the study contains code of its own; otherwise only scripts of this site may run. */
  @Column('boolean', { default: true }) own_code!: boolean;
  @Index('study_serving_expiry')
  @Column('timestamptz')
  expires_at!: Date;
}
