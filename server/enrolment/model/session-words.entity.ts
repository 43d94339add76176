import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Session } from './session.entity';

/**
 * The title and description of a launched session in folded form (lower-case, unaccented), which
 * the search of the catalogue reads. A trigger writes them.
 */
@Entity({ schema: 'research', name: 'session_words' })
export class SessionSearchText {
  @PrimaryColumn('uuid') session_id!: string;
  @OneToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'session_words_session_id_fkey' })
  session?: Relation<Session>;
  @Column('text') title!: string;
  @Column('text') description!: string;
}
