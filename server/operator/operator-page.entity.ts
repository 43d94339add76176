import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that a page of the operator had at some time. Never changed or deleted, because people accepted it. */
@Entity({ schema: 'platform', name: 'operator_page' })
export class OperatorPageVersion {
  @PrimaryColumn('text') name!: string;
  @PrimaryColumn('text') language!: string;
  @PrimaryColumn('text') version!: string;
  @Column('text') body!: string;
  @Column('timestamptz') since!: Date;
}
