import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A version of the text of an operator's page. It is never changed or deleted, because people may
 * have accepted it.
 */
@Entity({ schema: 'platform', name: 'operator_page' })
export class OperatorPageVersion {
  @PrimaryColumn('text') name!: string;
  @PrimaryColumn('text') language!: string;
  @PrimaryColumn('text') version!: string;
  @Column('text') body!: string;
  @Column('timestamptz') since!: Date;
}
