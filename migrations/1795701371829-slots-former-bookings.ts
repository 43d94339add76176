import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The slot that a participation had booked last, until that would be over or another one is booked: its entry
 * may be in the participant's calendar. A trigger records it, whatever ends the booking.
 */
export class SlotsFormerBookings1795701371829 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.former_booking (
        participation_id uuid PRIMARY KEY REFERENCES research.participation (id),
        slot_id uuid NOT NULL REFERENCES research.slot (id),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX former_booking_slot ON research.former_booking (slot_id);
      CREATE INDEX former_booking_expiry ON research.former_booking (expires_at);

      CREATE FUNCTION research.booking_remembered() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          DELETE FROM research.former_booking WHERE participation_id = NEW.participation_id;
        ELSE
          INSERT INTO research.former_booking (participation_id, slot_id, expires_at)
          SELECT OLD.participation_id, s.id, s.ends_at FROM research.slot s
          WHERE s.id = OLD.slot_id AND s.ends_at > now()
          ON CONFLICT (participation_id) DO UPDATE
          SET slot_id = excluded.slot_id, expires_at = excluded.expires_at;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER booking_remembered AFTER INSERT OR DELETE ON research.booking
        FOR EACH ROW EXECUTE FUNCTION research.booking_remembered();

      GRANT SELECT, INSERT, UPDATE, DELETE ON research.former_booking TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER booking_remembered ON research.booking;
      DROP FUNCTION research.booking_remembered();
      DROP TABLE research.former_booking;
    `);
  }
}
