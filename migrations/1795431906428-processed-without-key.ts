import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-index';

const indexes = {
  before: 'ON platform.mail (claimed_at)',
  after: 'ON platform.mail (claimed_at) WHERE account_id IS NOT NULL',
};

/**
 * Makes the records after each enrolment cheaper (docs/decisions/outbox-and-queues.md): no foreign key that
 * locks the event for each consumer, mails that are updated in place, and one index by time for each of them
 * instead of two.
 */
export class ProcessedWithoutKey1795431906428 implements MigrationInterface {
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE platform.processed_event DROP CONSTRAINT IF EXISTS processed_event_event_id_fkey',
    );
    await db.query('ALTER TABLE platform.mail SET (fillfactor = 50)');
    await createIndexConcurrently(db, 'platform.mail_claimed_account', indexes.after);
    await dropIndexConcurrently(db, 'platform.mail_claimed');
  }

  async down(db: QueryRunner): Promise<void> {
    await createIndexConcurrently(db, 'platform.mail_claimed', indexes.before);
    await dropIndexConcurrently(db, 'platform.mail_claimed_account');
    await db.query('ALTER TABLE platform.mail SET (fillfactor = 85)');
    await db.query(
      `DELETE FROM platform.processed_event d
       WHERE NOT EXISTS (SELECT 1 FROM platform.outbox o WHERE o.id = d.event_id)`,
    );
    await db.query(
      `ALTER TABLE platform.processed_event ADD CONSTRAINT processed_event_event_id_fkey
       FOREIGN KEY (event_id) REFERENCES platform.outbox (id) ON DELETE CASCADE`,
    );
  }
}
