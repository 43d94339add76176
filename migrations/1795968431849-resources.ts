import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the tables of researchers' files and folders, of the versions of files, of uploads in
 * progress, and of the shares of folders.
 */
export class Resources1795968431849 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.resource (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        parent_id uuid CONSTRAINT resource_parent_id_fkey REFERENCES research.resource (id) ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT resource_kind_check CHECK (kind IN ('folder', 'file')),
        name text NOT NULL,
        name_key text NOT NULL,
        licence text NOT NULL DEFAULT '',
        creator text NOT NULL DEFAULT '',
        source text NOT NULL DEFAULT '',
        newest integer,
        bytes bigint,
        type text,
        deleted_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT resource_newest_check CHECK ((kind = 'file') = (newest IS NOT NULL)),
        CONSTRAINT resource_root_check CHECK (parent_id IS NOT NULL OR (kind = 'folder' AND deleted_at IS NULL))
      );
      CREATE UNIQUE INDEX resource_root ON research.resource (owner_id) WHERE parent_id IS NULL;
      CREATE UNIQUE INDEX resource_name ON research.resource (parent_id, name_key) WHERE deleted_at IS NULL;
      CREATE INDEX resource_owner ON research.resource (owner_id);
      CREATE INDEX resource_parent ON research.resource (parent_id);
      CREATE INDEX resource_bin ON research.resource (deleted_at) WHERE deleted_at IS NOT NULL;

      CREATE TABLE research.resource_version (
        resource_id uuid NOT NULL CONSTRAINT resource_version_resource_id_fkey
          REFERENCES research.resource (id) ON DELETE CASCADE,
        number integer NOT NULL,
        sha256 text NOT NULL CONSTRAINT resource_version_sha256_fkey REFERENCES platform.stored_file (sha256),
        bytes bigint NOT NULL,
        type text NOT NULL,
        state text NOT NULL
          CONSTRAINT resource_version_state_check CHECK (state IN ('checking', 'ready', 'quarantined')),
        facts jsonb,
        thumbnail_sha256 text CONSTRAINT resource_version_thumbnail_fkey REFERENCES platform.stored_file (sha256),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (resource_id, number)
      );
      CREATE INDEX resource_version_content ON research.resource_version (sha256);
      CREATE INDEX resource_version_thumbnail ON research.resource_version (thumbnail_sha256);
      CREATE INDEX resource_version_unread ON research.resource_version (created_at)
        WHERE facts IS NULL OR state = 'checking';

      CREATE TABLE research.resource_upload (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        folder_id uuid NOT NULL CONSTRAINT resource_upload_folder_id_fkey
          REFERENCES research.resource (id) ON DELETE CASCADE,
        name text NOT NULL,
        name_key text NOT NULL,
        bytes bigint NOT NULL,
        sha256 text NOT NULL,
        stored bigint NOT NULL DEFAULT 0,
        replaces boolean NOT NULL,
        state text NOT NULL
          CONSTRAINT resource_upload_state_check CHECK (state IN ('open', 'verified', 'complete')),
        type text,
        file_id uuid CONSTRAINT resource_upload_file_id_fkey REFERENCES research.resource (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        CONSTRAINT resource_upload_stored_check CHECK (stored BETWEEN 0 AND bytes),
        CONSTRAINT resource_upload_type_check CHECK ((state = 'open') = (type IS NULL))
      );
      CREATE UNIQUE INDEX resource_upload_name ON research.resource_upload (folder_id, name_key)
        WHERE state <> 'complete';
      CREATE INDEX resource_upload_owner ON research.resource_upload (owner_id);
      CREATE INDEX resource_upload_folder ON research.resource_upload (folder_id);
      CREATE INDEX resource_upload_file ON research.resource_upload (file_id);
      CREATE INDEX resource_upload_expiry ON research.resource_upload (expires_at);

      CREATE TABLE research.resource_share (
        folder_id uuid NOT NULL CONSTRAINT resource_share_folder_id_fkey
          REFERENCES research.resource (id) ON DELETE CASCADE,
        study_id uuid NOT NULL CONSTRAINT resource_share_study_id_fkey
          REFERENCES research.study (id) ON DELETE CASCADE,
        may text NOT NULL CONSTRAINT resource_share_may_check CHECK (may IN ('read', 'copy')),
        PRIMARY KEY (folder_id, study_id)
      );
      CREATE INDEX resource_share_study ON research.resource_share (study_id);

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.resource, research.resource_version, research.resource_upload, research.resource_share
        TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.resource_share, research.resource_upload, research.resource_version, research.resource;
    `);
  }
}
