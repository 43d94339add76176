import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/slots as they were at the first release. */
export class SlotsBaseline1795901727147 implements MigrationInterface {
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
        CONSTRAINT slot_never_oversold CHECK (booked BETWEEN 0 AND seats
          AND reserves BETWEEN 0 AND reserve_seats)
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
        expires_at timestamptz NOT NULL,
        is_moved_up boolean NOT NULL DEFAULT false
      );
      CREATE INDEX booking_slot ON research.booking (slot_id);
      CREATE INDEX booking_expiry ON research.booking (expires_at);
      CREATE INDEX booking_moved_up ON research.booking (slot_id) WHERE is_moved_up;

      CREATE TABLE research.booked_time (
        hash bytea PRIMARY KEY,
        participation_id uuid NOT NULL REFERENCES research.booking (participation_id) ON DELETE CASCADE,
        ends_at timestamptz NOT NULL,
        CONSTRAINT booked_time_hash CHECK (octet_length(hash) = 16)
      );
      CREATE INDEX booked_time_booking ON research.booked_time (participation_id);
      CREATE INDEX booked_time_end ON research.booked_time (ends_at);

      CREATE TABLE research.former_booking (
        participation_id uuid PRIMARY KEY REFERENCES research.participation (id),
        slot_id uuid NOT NULL REFERENCES research.slot (id),
        expires_at timestamptz NOT NULL,
        with_seat boolean NOT NULL DEFAULT false
      );
      CREATE INDEX former_booking_slot ON research.former_booking (slot_id);
      CREATE INDEX former_booking_expiry ON research.former_booking (expires_at);

      -- New bookings are counted before deleted ones: the check refuses a full slot before a move frees the
      -- old one. A seat that becomes free goes to the first reserve. What the retention deletes was counted
      -- long ago.
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
            UPDATE research.booking SET reserve_no = NULL, is_moved_up = true WHERE participation_id = (
              SELECT b.participation_id FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
              WHERE s.id = OLD.slot_id AND NOT s.cancelled AND s.booked < s.seats AND b.reserve_no IS NOT NULL
              ORDER BY b.reserve_no LIMIT 1);
          END IF;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER booking_counted AFTER INSERT OR DELETE OR UPDATE OF slot_id, reserve_no
        ON research.booking
        FOR EACH ROW EXECUTE FUNCTION research.booking_counted();

      -- Locks the slot before its booking, in the order of all other transactions.
      CREATE FUNCTION research.booking_given_up() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM research.slot WHERE id = (
          SELECT slot_id FROM research.booking WHERE participation_id = NEW.id)
            AND (NEW.state <> 'screened_out' OR starts_at > now()) FOR NO KEY UPDATE;
        IF FOUND THEN DELETE FROM research.booking WHERE participation_id = NEW.id; END IF;
        -- A booking that ended with an earlier seat was reported then.
        IF NOT FOUND THEN
          UPDATE research.former_booking SET with_seat = false WHERE participation_id = NEW.id AND with_seat;
        END IF;
        -- Before the link is deleted, the erasure deletes earlier rows (server/slots/slots.erasure.ts).
        IF NEW.move_reason = 'account_deleted' THEN
          DELETE FROM research.former_booking WHERE participation_id = NEW.id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER booking_given_up AFTER UPDATE OF state ON research.participation
        FOR EACH ROW
        WHEN (NEW.state IN ('withdrawn', 'timed_out', 'offer_expired', 'declined_consent', 'nullified',
          'screened_out') AND OLD.state IS DISTINCT FROM NEW.state)
        EXECUTE FUNCTION research.booking_given_up();

      CREATE FUNCTION research.booking_remembered() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          DELETE FROM research.former_booking WHERE participation_id = NEW.participation_id;
        ELSE
          INSERT INTO research.former_booking (participation_id, slot_id, expires_at, with_seat)
          SELECT OLD.participation_id, s.id, s.ends_at, (SELECT p.state NOT IN ('enrolled', 'started',
            'completed', 'approved')
              FROM research.participation p WHERE p.id = OLD.participation_id) FROM research.slot s
          WHERE s.id = OLD.slot_id AND s.ends_at > now()
          ON CONFLICT (participation_id) DO UPDATE
          SET slot_id = excluded.slot_id, expires_at = excluded.expires_at, with_seat = excluded.with_seat;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER booking_remembered AFTER INSERT OR DELETE ON research.booking
        FOR EACH ROW EXECUTE FUNCTION research.booking_remembered();

      GRANT SELECT, INSERT, UPDATE ON research.slot_plan, research.slot TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.booking, research.booked_time, research.former_booking TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.former_booking, research.booked_time, research.booking, research.slot,
        research.slot_plan CASCADE;
      DROP FUNCTION research.booking_counted(), research.booking_given_up(), research.booking_remembered()
        CASCADE;
    `);
  }
}
