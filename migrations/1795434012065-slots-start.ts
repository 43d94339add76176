import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Slots of sessions on site and by video, who comes to them, and the times that nobody can book
 * twice (docs/decisions/slots.md). Triggers keep the counts, and give a booking up with the
 * seat in the study, in the same transaction.
 */
export class SlotsStart1795434012065 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.slot_plan (
        session_id uuid PRIMARY KEY REFERENCES research.session (id),
        change_until_hours integer NOT NULL DEFAULT 24,
        CONSTRAINT slot_plan_hours CHECK (change_until_hours BETWEEN 0 AND 336)
      );
      CREATE TABLE research.slot (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES research.slot_plan (session_id),
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        zone text NOT NULL,
        day date NOT NULL,
        place text NOT NULL DEFAULT '',
        link text,
        seats integer NOT NULL,
        reserve_seats integer NOT NULL DEFAULT 0,
        booked integer NOT NULL DEFAULT 0,
        reserves integer NOT NULL DEFAULT 0,
        cancelled boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT slot_has_length CHECK (ends_at > starts_at),
        CONSTRAINT slot_seats CHECK (seats > 0 AND reserve_seats >= 0),
        CONSTRAINT slot_never_oversold CHECK (booked BETWEEN 0 AND seats AND reserves BETWEEN 0 AND reserve_seats)
      );
      CREATE UNIQUE INDEX slot_once ON research.slot (session_id, starts_at, place) WHERE NOT cancelled;
      CREATE INDEX slot_times ON research.slot (starts_at) WHERE NOT cancelled;
      CREATE TABLE research.booking (
        participation_id uuid PRIMARY KEY REFERENCES research.participation (id),
        slot_id uuid NOT NULL REFERENCES research.slot (id),
        reserve_no integer,
        lease_until timestamptz,
        is_reminded boolean NOT NULL DEFAULT false,
        is_lease_over boolean NOT NULL DEFAULT false,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX booking_slot ON research.booking (slot_id);
      CREATE INDEX booking_expiry ON research.booking (expires_at);
      CREATE TABLE research.booked_time (
        hash bytea PRIMARY KEY,
        participation_id uuid NOT NULL
          REFERENCES research.booking (participation_id) ON DELETE CASCADE,
        ends_at timestamptz NOT NULL,
        CONSTRAINT booked_time_hash CHECK (octet_length(hash) = 16)
      );
      CREATE INDEX booked_time_booking ON research.booked_time (participation_id);
      CREATE INDEX booked_time_end ON research.booked_time (ends_at);

      -- What is new is counted before what is gone: the check refuses a full slot before a move frees the old one.
      -- A seat that became free goes to the reserve who came first. What the retention deletes was counted long ago.
      CREATE FUNCTION research.booking_counted() RETURNS trigger LANGUAGE plpgsql AS $$
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
            UPDATE research.booking SET reserve_no = NULL WHERE participation_id = (
              SELECT b.participation_id FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
              WHERE s.id = OLD.slot_id AND NOT s.cancelled AND s.booked < s.seats AND b.reserve_no IS NOT NULL
              ORDER BY b.reserve_no LIMIT 1);
          END IF;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER booking_counted AFTER INSERT OR DELETE OR UPDATE OF slot_id, reserve_no
        ON research.booking FOR EACH ROW EXECUTE FUNCTION research.booking_counted();

      -- The slot is locked before its booking, as everybody else does it.
      CREATE FUNCTION research.booking_given_up() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM research.slot WHERE id = (
          SELECT slot_id FROM research.booking WHERE participation_id = NEW.id) FOR NO KEY UPDATE;
        IF FOUND THEN DELETE FROM research.booking WHERE participation_id = NEW.id; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER booking_given_up AFTER UPDATE OF state ON research.participation FOR EACH ROW
        WHEN (NEW.state IN ('withdrawn', 'timed_out', 'offer_expired', 'declined_consent', 'nullified')
          AND OLD.state IS DISTINCT FROM NEW.state)
        EXECUTE FUNCTION research.booking_given_up();

      GRANT SELECT, INSERT, UPDATE ON research.slot_plan, research.slot TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.booking, research.booked_time TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER booking_given_up ON research.participation;
      DROP FUNCTION research.booking_given_up();
      DROP TABLE research.booked_time, research.booking, research.slot, research.slot_plan;
      DROP FUNCTION research.booking_counted();
    `);
  }
}
