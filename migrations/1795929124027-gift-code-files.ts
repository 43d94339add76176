import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores which request added which file of gift codes, and which codes were written off after they
 * had expired.
 */
export class GiftCodeFiles1795929124027 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.gift_code_file (
        request_key text PRIMARY KEY,
        content_key bytea NOT NULL,
        added_on date NOT NULL
      );
      CREATE INDEX gift_code_file_added ON identity.gift_code_file (added_on);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.gift_code_file TO commonlab_app;

      ALTER TABLE identity.gift_code ADD COLUMN written_off_on date,
        ADD CONSTRAINT gift_code_written_off_check
          CHECK (written_off_on IS NULL OR payment_key IS NULL AND written_off_on > expires);
      DROP INDEX identity.gift_code_stock, identity.gift_code_handed;
      CREATE INDEX gift_code_wallet ON identity.gift_code (wallet_id);
      CREATE INDEX gift_code_stock ON identity.gift_code (wallet_id, amount, expires, id)
        WHERE payment_key IS NULL AND written_off_on IS NULL;
      CREATE INDEX gift_code_expiring ON identity.gift_code (expires)
        WHERE payment_key IS NULL AND written_off_on IS NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX identity.gift_code_expiring, identity.gift_code_stock, identity.gift_code_wallet;
      CREATE INDEX gift_code_handed ON identity.gift_code (wallet_id, handed_on) WHERE payment_key IS NOT NULL;
      CREATE INDEX gift_code_stock ON identity.gift_code (wallet_id, amount) WHERE payment_key IS NULL;
      ALTER TABLE identity.gift_code DROP COLUMN written_off_on;
      DROP TABLE identity.gift_code_file;
    `);
  }
}
