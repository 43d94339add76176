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
import { SamlConnection } from './saml-connection.entity';
import type { SettingDifference } from './trust-change.rule';

/**
 * The differences that a change of a connection made when it took effect. The emails about the
 * change are written from this row: when they are written, the connection may have changed again.
 */
@Entity({ schema: 'identity', name: 'saml_change' })
@Index('saml_change_connection', ['connection_id'])
@Index('saml_change_at', ['at', 'id'])
@Check('saml_change_sign_ins_ended_check', 'sign_ins_ended >= 0')
export class SamlChange {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') connection_id!: string;
  @ManyToOne(() => SamlConnection, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'saml_change_connection_id_fkey' })
  connection?: Relation<SamlConnection>;
  @Column('timestamptz') at!: Date;
  @Column('jsonb') differences!: SettingDifference[];
  @Column('integer') sign_ins_ended!: number;
}
