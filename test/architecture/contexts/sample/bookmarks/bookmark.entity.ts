import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'research', name: 'bookmark' })
@Index('bookmark_account', ['account_id'])
export class BookmarkRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('uuid') study_id!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}

/** In the product, a migration creates this table. */
export const bookmarkTable = `
  CREATE TABLE research.bookmark (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
    study_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX bookmark_account ON research.bookmark (account_id);
  GRANT SELECT, INSERT, UPDATE, DELETE ON research.bookmark TO commonlab_app;`;
