import type { MigrationInterface, QueryRunner } from 'typeorm';
import { levelPayments, paymentFollows } from './payment-functions';

const byOwner = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/** Bonuses, and top-ups to a rate: payments on top of a participation's reward. */
export class PaymentsBonuses1795943200267 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.bonus (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL CONSTRAINT bonus_session_id_fkey REFERENCES research.session (id),
        kind text NOT NULL CONSTRAINT bonus_kind_check CHECK (kind IN ('bonus', 'top_up')),
        reason text,
        people integer NOT NULL CONSTRAINT bonus_people_check CHECK (people > 0),
        total bigint NOT NULL,
        fee bigint NOT NULL,
        currency text NOT NULL,
        day date NOT NULL,
        request_key text NOT NULL CONSTRAINT bonus_request UNIQUE,
        digest bytea NOT NULL,
        created_by uuid CONSTRAINT bonus_created_by_fkey REFERENCES identity.account (id) ON DELETE SET NULL,
        CONSTRAINT bonus_total_check CHECK (total > 0 AND fee >= 0)
      );
      CREATE INDEX bonus_session ON research.bonus (session_id);
      CREATE INDEX bonus_created_by ON research.bonus (created_by);
      GRANT SELECT, INSERT ON research.bonus TO commonlab_app;

      ALTER TABLE research.payment
        ADD COLUMN kind text NOT NULL DEFAULT 'reward'
          CONSTRAINT payment_kind_check CHECK (kind IN ('reward', 'bonus', 'top_up')),
        ADD COLUMN bonus_id uuid CONSTRAINT payment_bonus_id_fkey REFERENCES research.bonus (id),
        ADD CONSTRAINT payment_has_bonus CHECK ((kind = 'reward') = (bonus_id IS NULL)),
        ADD CONSTRAINT payment_of_bonus UNIQUE (bonus_id, participation_id),
        DROP CONSTRAINT payment_of_participation;
      CREATE UNIQUE INDEX payment_reward ON research.payment (participation_id) WHERE kind = 'reward';
      CREATE INDEX payment_participation ON research.payment (participation_id);

      ${paymentFollows('beside others')}
      ${levelPayments('beside others')}

      -- A top-up of a participant whose decision was open waits for it again when a cancellation is overturned.
      CREATE FUNCTION research.top_up_follows() RETURNS trigger LANGUAGE plpgsql ${byOwner} AS $$
      BEGIN
        UPDATE research.payment SET state = 'due', day = (NEW.updated_at AT TIME ZONE 'UTC')::date
          WHERE participation_id = NEW.id AND kind <> 'reward' AND state = 'reversed';
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION research.top_up_follows() FROM PUBLIC;
      CREATE TRIGGER top_up_follows AFTER UPDATE OF state ON research.participation
        FOR EACH ROW WHEN (NEW.state = 'completed' AND OLD.state = 'nullified')
        EXECUTE FUNCTION research.top_up_follows();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER top_up_follows ON research.participation;
      DROP FUNCTION research.top_up_follows();
      DELETE FROM research.payment WHERE kind <> 'reward';
      DROP INDEX research.payment_reward, research.payment_participation;
      ALTER TABLE research.payment DROP COLUMN bonus_id, DROP COLUMN kind,
        ADD CONSTRAINT payment_of_participation UNIQUE (participation_id);
      DROP TABLE research.bonus;
      ${paymentFollows('alone')}
      ${levelPayments('alone')}
    `);
  }
}
