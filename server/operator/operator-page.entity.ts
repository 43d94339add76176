import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that a page of the operator has had. Never changed or deleted: people accepted it. */
@Entity({ schema: 'platform', name: 'operator_page' })
export class OperatorPageVersion {
  @PrimaryColumn('text') name!: string;
  @PrimaryColumn('text') language!: string;
  @PrimaryColumn('text') version!: string;
  @Column('text') body!: string;
  @Column('timestamptz') since!: Date;
}
