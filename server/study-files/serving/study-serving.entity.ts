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

/** An address at which a version is served for a while (grant-serving.ts). */
@Entity({ schema: 'research', name: 'study_serving' })
@Check('study_serving_purpose', `purpose IN ('run', 'preview')`)
export class StudyServing {
  /** SHA-256 of the key, which is in the address alone. */
  @PrimaryColumn('bytea') key_hash!: Buffer;
  @Index('study_serving_version')
  @Column('uuid')
  version_id!: string;
  @ManyToOne(() => StudyVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'study_serving_version_id_fkey' })
  version?: Relation<StudyVersion>;
  @Column('text') purpose!: 'run' | 'preview';
  /** Other hosts that the study may load from and send to. */
  @Column('jsonb') hosts!: string[];
  /** Whether the study's pages may embed frames. */
  @Column('boolean', { default: true }) frames!: boolean;
  /** Whether it has custom code, not written by this site; otherwise only this site's scripts may run. */
  @Column('boolean', { default: true }) own_code!: boolean;
  @Index('study_serving_expiry')
  @Column('timestamptz')
  expires_at!: Date;
}
