import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Consent } from '../../studies/consents/consent.entity';

/**
 * How often a person answered the questions of a version of a consent form, and whether they passed
 * (docs/decisions/consent.md). It contains no times, only the day after which the row is deleted.
 */
@Entity({ schema: 'research', name: 'comprehension' })
@Index('comprehension_person', ['consent_id', 'pseudonym'], { unique: true })
@Index('comprehension_day', ['kept_until'])
export class ComprehensionTries {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') consent_id!: string;
  @ManyToOne(() => Consent)
  @JoinColumn({ name: 'consent_id', foreignKeyConstraintName: 'comprehension_consent_id_fkey' })
  consent?: Relation<Consent>;
  /** The pseudonym at the session's privacy level. */
  @Column('bytea') pseudonym!: Buffer;
  @Column('integer') tries!: number;
  @Column('boolean') passed!: boolean;
  @Column('date') kept_until!: string;
}
