import type { MigrationInterface, QueryRunner } from 'typeorm';
import { levelPayments, paymentFollows } from './payment-functions';

const byOwner = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/** What is due to participants who are screened out, or withdraw, after the start. */
export class PaymentsPartPay1795943159489 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The part of a reward by the terms of the launch, rounded half up once (contracts/enrolment/part-pay.rule.ts says
      -- the same): by time, in quarters of the stated time, each of which counts when it has begun.
      CREATE FUNCTION research.part_of_reward(reward integer, terms jsonb, left_as text, stated_minutes integer, spent interval)
      RETURNS integer LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
        SELECT CASE terms #>> ARRAY['pay', left_as, 'kind']
          WHEN 'part' THEN (reward::bigint * (terms #>> ARRAY['pay', left_as, 'percent'])::integer + 50) / 100
          WHEN 'by_time' THEN (reward::bigint
            * least(4, greatest(1, ceil(extract(epoch FROM spent) / (stated_minutes * 15))))::integer + 2) / 4
          ELSE 0 END::integer
      $$;
      REVOKE ALL ON FUNCTION research.part_of_reward(integer, jsonb, text, integer, interval) FROM PUBLIC;

      ${paymentFollows('alone')}
      DROP TRIGGER payment_follows ON research.participation;
      CREATE TRIGGER payment_follows AFTER UPDATE OF state ON research.participation
        FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state
          AND (NEW.state IN ('completed', 'approved', 'rejected', 'nullified')
            OR OLD.state = 'started' AND NEW.state IN ('withdrawn', 'screened_out')))
        EXECUTE FUNCTION research.payment_follows();

      ${levelPayments('alone')}
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE OR REPLACE FUNCTION research.payment_follows() RETURNS trigger ${byOwner} AS $$
      BEGIN
        IF NEW.state = 'completed' THEN
          INSERT INTO research.payment AS made (id, participation_id, session_id, amount, fee, currency, state, day)
            SELECT gen_random_uuid(), NEW.id, NEW.session_id, h.reward, h.fee, h.currency, 'due',
              (NEW.updated_at AT TIME ZONE 'UTC')::date
            FROM research.session_hold h WHERE h.session_id = NEW.session_id AND h.reward > 0
          ON CONFLICT (participation_id) DO UPDATE SET state = 'due', day = excluded.day WHERE made.state = 'reversed';
        ELSE
          UPDATE research.payment
            SET state = CASE NEW.state WHEN 'nullified' THEN 'reversed' ELSE NEW.state END,
              day = (NEW.updated_at AT TIME ZONE 'UTC')::date, method = NULL
            WHERE participation_id = NEW.id AND state = ANY (CASE NEW.state
              WHEN 'approved' THEN ARRAY['due', 'rejected', 'reversed']
              WHEN 'rejected' THEN ARRAY['due']
              ELSE ARRAY['due', 'approved', 'failed'] END);
        END IF;
        RETURN NULL;
      END $$;
      DROP TRIGGER payment_follows ON research.participation;
      CREATE TRIGGER payment_follows AFTER UPDATE OF state ON research.participation
        FOR EACH ROW WHEN (NEW.state IN ('completed', 'approved', 'rejected', 'nullified')
          AND OLD.state IS DISTINCT FROM NEW.state)
        EXECUTE FUNCTION research.payment_follows();
      CREATE OR REPLACE FUNCTION research.level_payments(session uuid, today date) RETURNS void ${byOwner} AS $$
      BEGIN
        INSERT INTO research.payment (id, participation_id, session_id, amount, fee, currency, state, day)
          SELECT gen_random_uuid(), p.id, p.session_id, h.reward, h.fee, h.currency, 'due', today
          FROM research.participation p JOIN research.session_hold h ON h.session_id = p.session_id
          WHERE p.session_id = session AND p.state = 'completed' AND h.reward > 0
            AND (p.updated_at AT TIME ZONE 'UTC')::date = today
        ON CONFLICT (participation_id) DO NOTHING;
        UPDATE research.payment made SET amount = h.reward, fee = h.fee
          FROM research.session_hold h
          WHERE h.session_id = session AND made.session_id = session AND made.day = today AND made.day_before IS NULL
            AND made.state IN ('due', 'waived') AND made.accrual_id IS NULL AND h.reward > made.amount;
      END $$;
      DROP FUNCTION research.part_of_reward(integer, jsonb, text, integer, interval);
    `);
  }
}
