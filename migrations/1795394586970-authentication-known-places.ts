import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Browsers and networks from which somebody signed in, as keyed hashes; tries of a reset code by
 * network, so that a stranger's wrong ones do not end a code for its owner.
 */
export class AuthenticationKnownPlaces1795394586970 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.known_place (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('browser', 'network')),
        hash bytea NOT NULL,
        second_factor boolean NOT NULL DEFAULT false,
        last_day date NOT NULL
      );
      CREATE UNIQUE INDEX known_place_once ON identity.known_place (account_id, hash);
      CREATE INDEX known_place_hash ON identity.known_place (hash);
      CREATE INDEX known_place_last_day ON identity.known_place (last_day, id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.known_place TO commonlab_app;
      ALTER TABLE identity.password_reset ADD COLUMN tries_by_network jsonb NOT NULL DEFAULT '{}';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.password_reset DROP COLUMN tries_by_network;
      DROP TABLE identity.known_place;
    `);
  }
}
