import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Session } from './session.entity';

/** The folded text of a launched session that the catalogue's search reads. A trigger writes it. */
@Entity({ schema: 'research', name: 'session_words' })
export class SessionSearchText {
  @PrimaryColumn('uuid') session_id!: string;
  @OneToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'session_words_session_id_fkey' })
  session?: Relation<Session>;
  @Column('text') title!: string;
  @Column('text') description!: string;
}
