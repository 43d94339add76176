import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Study } from '../../studies/study.entity';

/**
 * A place (JSON path) in the named records or in the anonymous records of a study. All rare values
 * at this place are withheld, because one of them occurs both in named and in anonymous records. It
 * could reveal that a named participant also took part anonymously.
 */
@Entity({ schema: 'research', name: 'withheld_place' })
export class WithheldPlace {
  @PrimaryColumn('uuid') study_id!: string;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'withheld_place_study_id_fkey' })
  study?: Relation<Study>;
  @PrimaryColumn('boolean') anonymous!: boolean;
  @PrimaryColumn('bytea') place!: Buffer;
  /**
   * The keyed hash of the value. Once all runs with the value are deleted, it is replaced by a
   * meaningless hash, so that the place stays withheld.
   */
  @PrimaryColumn('bytea') mark!: Buffer;
  /** The study of the other run that has the value; it may be the same study. */
  @PrimaryColumn('uuid') other_id!: string;
  /** The first day (UTC) on which values at the place are withheld. */
  @Column('date') from_day!: string;
}
