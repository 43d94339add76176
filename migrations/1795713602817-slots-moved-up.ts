import type { MigrationInterface, QueryRunner } from 'typeorm';

const counted = (movedUp: string) => `
  CREATE OR REPLACE FUNCTION research.booking_counted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND OLD.expires_at <= now() THEN RETURN NULL; END IF;
    IF TG_OP <> 'DELETE' THEN
      UPDATE research.slot SET booked = booked + (NEW.reserve_no IS NULL)::integer,
        reserves = reserves + (NEW.reserve_no IS NOT NULL)::integer WHERE id = NEW.slot_id;
    END IF;
    IF TG_OP <> 'INSERT' THEN
      UPDATE research.slot SET booked = booked - (OLD.reserve_no IS NULL)::integer,
        reserves = reserves - (OLD.reserve_no IS NOT NULL)::integer WHERE id = OLD.slot_id;
      IF OLD.reserve_no IS NULL THEN
        UPDATE research.booking SET reserve_no = NULL${movedUp} WHERE participation_id = (
          SELECT b.participation_id FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
          WHERE s.id = OLD.slot_id AND NOT s.cancelled AND s.booked < s.seats AND b.reserve_no IS NOT NULL
          ORDER BY b.reserve_no LIMIT 1);
      END IF;
    END IF;
    RETURN NULL;
  END $$;`;

const remembered = ({ column, value }: { column: string; value: string }) => `
  CREATE OR REPLACE FUNCTION research.booking_remembered() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      DELETE FROM research.former_booking WHERE participation_id = NEW.participation_id;
    ELSE
      INSERT INTO research.former_booking (participation_id, slot_id, expires_at${column && `, ${column}`})
      SELECT OLD.participation_id, s.id, s.ends_at${value && `, ${value}`} FROM research.slot s
      WHERE s.id = OLD.slot_id AND s.ends_at > now()
      ON CONFLICT (participation_id) DO UPDATE
      SET slot_id = excluded.slot_id, expires_at = excluded.expires_at${column && `, ${column} = excluded.${column}`};
    END IF;
    RETURN NULL;
  END $$;`;

const givenUp = (ofSlot: string, afterwards: string) => `
  CREATE OR REPLACE FUNCTION research.booking_given_up() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM research.slot WHERE id = (
      SELECT slot_id FROM research.booking WHERE participation_id = NEW.id)${ofSlot} FOR NO KEY UPDATE;
    IF FOUND THEN DELETE FROM research.booking WHERE participation_id = NEW.id; END IF;${afterwards}
    RETURN NULL;
  END $$;`;

const givenUpWhen = (states: string) => `
  DROP TRIGGER booking_given_up ON research.participation;
  CREATE TRIGGER booking_given_up AFTER UPDATE OF state ON research.participation FOR EACH ROW
    WHEN (NEW.state IN (${states}) AND OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION research.booking_given_up();`;
const before = `'withdrawn', 'timed_out', 'offer_expired', 'declined_consent', 'nullified'`;

/**
 * A reserve who moves up is marked until notified. A former booking records whether the seat ended with it,
 * and is deleted with the account. Screening a participant out before the slot frees the slot.
 */
export class SlotsMovedUp1795713602817 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Locks the tables in the order in which the programs do: otherwise each would wait for the other.
    await db.query(`
      LOCK TABLE research.participation, research.slot, research.booking, research.former_booking
        IN ACCESS EXCLUSIVE MODE;
      ALTER TABLE research.booking ADD COLUMN is_moved_up boolean NOT NULL DEFAULT false;
      CREATE INDEX booking_moved_up ON research.booking (slot_id) WHERE is_moved_up;
      ALTER TABLE research.former_booking ADD COLUMN with_seat boolean NOT NULL DEFAULT false;
      DELETE FROM research.former_booking f WHERE NOT EXISTS (
        SELECT FROM identity.participation_link l WHERE l.participation_id = f.participation_id);
      ${counted(', is_moved_up = true')}
      ${remembered({
        column: 'with_seat',
        value: `(SELECT p.state NOT IN ('enrolled', 'started', 'completed', 'approved')
          FROM research.participation p WHERE p.id = OLD.participation_id)`,
      })}
      ${givenUp(
        ` AND (NEW.state <> 'screened_out' OR starts_at > now())`,
        `
    -- One that ended with an earlier seat of theirs was told of then.
    IF NOT FOUND THEN
      UPDATE research.former_booking SET with_seat = false WHERE participation_id = NEW.id AND with_seat;
    END IF;
    -- Before the link goes, the erasure deletes what stood here already (server/slots/slots.erasure.ts).
    IF NEW.move_reason = 'account_deleted' THEN
      DELETE FROM research.former_booking WHERE participation_id = NEW.id;
    END IF;`,
      )}
      ${givenUpWhen(`${before}, 'screened_out'`)}
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      LOCK TABLE research.participation, research.slot, research.booking, research.former_booking
        IN ACCESS EXCLUSIVE MODE;
      ${givenUpWhen(before)}
      ${givenUp('', '')}
      ${remembered({ column: '', value: '' })}
      ${counted('')}
      ALTER TABLE research.former_booking DROP COLUMN with_seat;
      DROP INDEX research.booking_moved_up;
      ALTER TABLE research.booking DROP COLUMN is_moved_up;
    `);
  }
}
