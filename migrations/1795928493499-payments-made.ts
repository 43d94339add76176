import type { MigrationInterface, QueryRunner } from 'typeorm';

const byOwner = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/**
 * Creates the tables of payments to participants: rewards, bonuses, partial pay for participants
 * who leave, gift codes and bank transfers.
 */
export class PaymentsMade1795928493499 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.bonus (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL CONSTRAINT bonus_session_id_fkey REFERENCES research.session (id),
        kind text NOT NULL CONSTRAINT bonus_kind_check
          CHECK (kind IN ('bonus', 'top_up', 'by_answers')),
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
      CREATE UNIQUE INDEX bonus_by_answers ON research.bonus (session_id) WHERE kind = 'by_answers';
      CREATE INDEX bonus_created_by ON research.bonus (created_by);
      GRANT SELECT, INSERT ON research.bonus TO commonlab_app;

      CREATE TABLE research.payment (
        id uuid PRIMARY KEY,
        participation_id uuid NOT NULL CONSTRAINT payment_participation_id_fkey
          REFERENCES research.participation (id),
        session_id uuid NOT NULL CONSTRAINT payment_session_id_fkey REFERENCES research.session (id),
        amount integer NOT NULL CONSTRAINT payment_amount_check CHECK (amount > 0),
        fee integer NOT NULL CONSTRAINT payment_fee_check CHECK (fee >= 0),
        currency text NOT NULL,
        state text NOT NULL CONSTRAINT payment_state_check CHECK (state IN
          ('due', 'approved', 'processing', 'paid', 'failed', 'rejected', 'reversed', 'waived')),
        method text CONSTRAINT payment_method_check CHECK (method IN ('cash', 'gift_code', 'bank')),
        confirmed_by text CONSTRAINT payment_confirmed_by_check CHECK (confirmed_by IN ('code', 'signature')),
        day date NOT NULL,
        state_before text,
        day_before date,
        method_before text,
        answer text,
        answered_on date,
        accruals smallint NOT NULL DEFAULT 0,
        accrual_id uuid CONSTRAINT payment_accrual_id_fkey REFERENCES ledger.entry (id),
        settlement_id uuid CONSTRAINT payment_settlement_id_fkey REFERENCES ledger.entry (id),
        kind text NOT NULL DEFAULT 'reward' CONSTRAINT payment_kind_check
          CHECK (kind IN ('reward', 'bonus', 'top_up', 'by_answers')),
        bonus_id uuid CONSTRAINT payment_bonus_id_fkey REFERENCES research.bonus (id),
        CONSTRAINT payment_has_bonus CHECK ((kind = 'reward') = (bonus_id IS NULL)),
        CONSTRAINT payment_of_bonus UNIQUE (bonus_id, participation_id),
        CONSTRAINT payment_has_method CHECK (state NOT IN ('processing', 'paid') OR method IS NOT NULL),
        CONSTRAINT payment_cash_is_confirmed CHECK ((confirmed_by IS NOT NULL) = (state = 'paid' AND method = 'cash'))
      );
      CREATE UNIQUE INDEX payment_reward ON research.payment (participation_id) WHERE kind = 'reward';
      CREATE INDEX payment_participation ON research.payment (participation_id);
      CREATE INDEX payment_session ON research.payment (session_id, id);
      CREATE INDEX payment_to_book ON research.payment (session_id) WHERE
        accrual_id IS NULL AND state IN ('approved', 'processing', 'paid', 'failed')
        OR accrual_id IS NOT NULL AND state IN ('due', 'rejected', 'reversed', 'waived')
        OR settlement_id IS NULL AND state = 'paid';
      CREATE INDEX payment_processing ON research.payment (method) WHERE state = 'processing';
      CREATE INDEX payment_unclaimed ON research.payment (day) WHERE state IN ('approved', 'failed');

      CREATE TABLE research.payment_methods (
        study_id uuid PRIMARY KEY CONSTRAINT payment_methods_study_id_fkey REFERENCES research.study (id),
        methods text[] NOT NULL
      );

      ALTER TABLE research.session_hold ADD COLUMN payable_account_id uuid
        CONSTRAINT session_hold_payable UNIQUE
        CONSTRAINT session_hold_payable_account_id_fkey REFERENCES ledger.account (id),
        ADD COLUMN for_answers bigint NOT NULL DEFAULT 0
        CONSTRAINT session_hold_for_answers_check CHECK (for_answers >= 0);
      ALTER TABLE identity.wallet ADD COLUMN gift_account_id uuid
        CONSTRAINT wallet_gift_account UNIQUE
        CONSTRAINT wallet_gift_account_id_fkey REFERENCES ledger.account (id);

      CREATE TABLE identity.gift_code (
        id uuid PRIMARY KEY,
        wallet_id uuid NOT NULL CONSTRAINT gift_code_wallet_id_fkey REFERENCES identity.wallet (id),
        brand text NOT NULL,
        amount integer NOT NULL CONSTRAINT gift_code_amount_check CHECK (amount > 0),
        code_key bytea NOT NULL CONSTRAINT gift_code_key UNIQUE,
        sealed bytea,
        expires date,
        payment_key bytea CONSTRAINT gift_code_payment UNIQUE,
        handed_on date,
        CONSTRAINT gift_code_handed_check CHECK ((payment_key IS NULL) = (handed_on IS NULL))
      );
      CREATE INDEX gift_code_stock ON identity.gift_code (wallet_id, amount) WHERE payment_key IS NULL;
      CREATE INDEX gift_code_handed ON identity.gift_code (wallet_id, handed_on) WHERE payment_key IS NOT NULL;

      CREATE TABLE identity.payout_method (
        id uuid PRIMARY KEY,
        account_key bytea NOT NULL CONSTRAINT payout_method_account UNIQUE,
        sealed bytea NOT NULL
      );
      CREATE TABLE identity.payout_batch (
        id uuid PRIMARY KEY,
        drawn_by uuid CONSTRAINT payout_batch_drawn_by_fkey REFERENCES identity.account (id) ON DELETE SET NULL,
        request_key text NOT NULL CONSTRAINT payout_batch_key UNIQUE,
        currency text NOT NULL,
        payments integer NOT NULL,
        total bigint NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX payout_batch_drawn_by ON identity.payout_batch (drawn_by);
      CREATE TABLE identity.bank_payout (
        id uuid PRIMARY KEY,
        payment_key bytea NOT NULL CONSTRAINT bank_payout_payment UNIQUE,
        amount integer NOT NULL CONSTRAINT bank_payout_amount_check CHECK (amount > 0),
        currency text NOT NULL,
        sealed bytea,
        state text NOT NULL CONSTRAINT bank_payout_state_check
          CHECK (state IN ('requested', 'ready', 'drawn', 'paid', 'returned')),
        batch_id uuid CONSTRAINT bank_payout_batch_id_fkey REFERENCES identity.payout_batch (id),
        day date NOT NULL,
        reason text,
        CONSTRAINT bank_payout_drawn_check CHECK (state IN ('requested', 'ready') OR batch_id IS NOT NULL)
      );
      CREATE INDEX bank_payout_ready ON identity.bank_payout (currency) WHERE state = 'ready';
      CREATE INDEX bank_payout_of_batch ON identity.bank_payout (batch_id);

      GRANT SELECT, INSERT, UPDATE ON research.payment, identity.gift_code TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE ON identity.payout_batch TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.payment_methods, identity.payout_method, identity.bank_payout
        TO commonlab_app;
      GRANT UPDATE (gift_account_id) ON identity.wallet TO commonlab_app;

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

      -- Who completes is due the reward; who leaves after the start, a part of it, on which no decision follows. Decisions
      -- move all payments of a participation but those by answers, whose amount the ledger would show when a cancelled one
      -- came back; what is being paid or was paid stays. Triggers run as the owner, and nobody
      -- may execute them.
      CREATE FUNCTION research.payment_follows() RETURNS trigger ${byOwner} AS $$
      DECLARE
        has_left boolean := NEW.state IN ('withdrawn', 'screened_out');
      BEGIN
        IF NEW.state = 'completed' OR has_left THEN
          INSERT INTO research.payment AS made (id, participation_id, session_id, amount, fee, currency, state, day)
            SELECT gen_random_uuid(), NEW.id, NEW.session_id, due.amount,
              CASE WHEN has_left THEN (due.amount::bigint * h.fee_basis_points + 5000) / 10000 ELSE h.fee END,
              h.currency, CASE WHEN has_left THEN 'approved' ELSE 'due' END, (NEW.updated_at AT TIME ZONE 'UTC')::date
            FROM research.session_hold h JOIN research.session s ON s.id = h.session_id, LATERAL (
              SELECT CASE WHEN has_left THEN research.part_of_reward(h.reward, s.snapshot -> 'payment_terms', NEW.state,
                (s.snapshot ->> 'duration_minutes')::integer, NEW.updated_at - NEW.started_at) ELSE h.reward END AS amount) due
            WHERE h.session_id = NEW.session_id AND due.amount > 0
          ON CONFLICT (participation_id) WHERE kind = 'reward'
          DO UPDATE SET state = 'due', day = excluded.day WHERE made.state = 'reversed' AND excluded.state = 'due';
        ELSE
          UPDATE research.payment
            SET state = CASE NEW.state WHEN 'nullified' THEN 'reversed' ELSE NEW.state END,
              day = (NEW.updated_at AT TIME ZONE 'UTC')::date, method = NULL
            WHERE participation_id = NEW.id AND kind <> 'by_answers' AND state = ANY (CASE NEW.state
              WHEN 'approved' THEN ARRAY['due', 'rejected', 'reversed']
              WHEN 'rejected' THEN ARRAY['due']
              ELSE ARRAY['due', 'approved', 'failed'] END);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER payment_follows AFTER UPDATE OF state ON research.participation
        FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state
          AND (NEW.state IN ('completed', 'approved', 'rejected', 'nullified')
            OR OLD.state = 'started' AND NEW.state IN ('withdrawn', 'screened_out')))
        EXECUTE FUNCTION research.payment_follows();

      -- A top-up of a participant whose decision was open waits for it again when a cancellation is overturned.
      CREATE FUNCTION research.top_up_follows() RETURNS trigger ${byOwner} AS $$
      BEGIN
        UPDATE research.payment SET state = 'due', day = (NEW.updated_at AT TIME ZONE 'UTC')::date
          WHERE participation_id = NEW.id AND kind IN ('bonus', 'top_up') AND state = 'reversed';
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION research.top_up_follows() FROM PUBLIC;
      CREATE TRIGGER top_up_follows AFTER UPDATE OF state ON research.participation
        FOR EACH ROW WHEN (NEW.state = 'completed' AND OLD.state = 'nullified')
        EXECUTE FUNCTION research.top_up_follows();

      -- Pays the participants of a session by their codes in exports, in an order of chance. The role that it runs as may do
      -- nothing else, and no session may take it: who calls it learns which codes were not found, and no participation.
      CREATE FUNCTION research.pay_by_answers(paying uuid, bonus uuid, lines jsonb, in_currency text, today date)
      RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO research.payment (id, participation_id, session_id, amount, fee, currency, state, day, kind, bonus_id)
          SELECT gen_random_uuid(), p.id, paying, line.amount, line.fee, in_currency, 'approved', today, 'by_answers', bonus
          FROM jsonb_to_recordset(lines) AS line (participant text, amount integer, fee integer)
            JOIN research.participation p ON p.session_id = paying AND p.pseudonym = decode(line.participant, 'hex')
          ORDER BY random();
        RETURN QUERY SELECT line.participant FROM jsonb_to_recordset(lines) AS line (participant text)
          WHERE NOT EXISTS (SELECT FROM research.participation p
            WHERE p.session_id = paying AND p.pseudonym = decode(line.participant, 'hex'));
      END $$;
      GRANT USAGE, CREATE ON SCHEMA research TO commonlab_answers;
      GRANT SELECT (id, session_id, pseudonym) ON research.participation TO commonlab_answers;
      GRANT INSERT ON research.payment TO commonlab_answers;
      ALTER FUNCTION research.pay_by_answers(uuid, uuid, jsonb, text, date) OWNER TO commonlab_answers;
      REVOKE CREATE ON SCHEMA research FROM commonlab_answers;
      REVOKE ALL ON FUNCTION research.pay_by_answers(uuid, uuid, jsonb, text, date) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION research.pay_by_answers(uuid, uuid, jsonb, text, date) TO commonlab_app;

      -- What the payment was when its day began.
      CREATE FUNCTION research.payment_moved() RETURNS trigger ${byOwner} AS $$
      BEGIN
        IF NEW.day > OLD.day THEN
          NEW.state_before := OLD.state;
          NEW.day_before := OLD.day;
          NEW.method_before := OLD.method;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER payment_moved BEFORE UPDATE OF state, day ON research.payment
        FOR EACH ROW EXECUTE FUNCTION research.payment_moved();
      REVOKE ALL ON FUNCTION research.payment_follows(), research.payment_moved() FROM PUBLIC;

      -- All who complete a session, or leave it in one way, on one day (UTC) are due the highest reward of the day, or its
      -- part: an amount beside a tag must not tell whether its participant was there before the reward was raised.
      CREATE FUNCTION research.level_payments(session uuid, today date) RETURNS void ${byOwner} AS $$
      BEGIN
        WITH ended AS (
          SELECT p.id, p.session_id, h.currency, p.state <> 'completed' AS has_left, due.amount,
            CASE p.state WHEN 'completed' THEN h.fee ELSE (due.amount::bigint * h.fee_basis_points + 5000) / 10000 END AS fee
          FROM research.participation p JOIN research.session_hold h ON h.session_id = p.session_id
            JOIN research.session s ON s.id = p.session_id, LATERAL (
              SELECT CASE p.state WHEN 'completed' THEN h.reward ELSE research.part_of_reward(h.reward,
                s.snapshot -> 'payment_terms', p.state, (s.snapshot ->> 'duration_minutes')::integer,
                p.updated_at - p.started_at) END AS amount) due
          WHERE p.session_id = session AND (p.updated_at AT TIME ZONE 'UTC')::date = today AND due.amount > 0
            AND (p.state = 'completed' OR p.state IN ('withdrawn', 'screened_out') AND p.started_at IS NOT NULL)
        ), made AS (
          INSERT INTO research.payment (id, participation_id, session_id, amount, fee, currency, state, day)
            SELECT gen_random_uuid(), e.id, e.session_id, e.amount, e.fee, e.currency,
              CASE WHEN e.has_left THEN 'approved' ELSE 'due' END, today
            FROM ended e
          ON CONFLICT (participation_id) WHERE kind = 'reward' DO NOTHING
        )
        UPDATE research.payment p SET amount = e.amount, fee = e.fee
          FROM ended e
          WHERE p.participation_id = e.id AND e.has_left AND p.state IN ('approved', 'waived') AND p.kind = 'reward'
            AND p.day = today AND p.day_before IS NULL AND p.accrual_id IS NULL AND e.amount > p.amount;
        -- Less what a top-up gave them already.
        UPDATE research.payment made SET amount = h.reward - topped.amount, fee = greatest(made.fee, h.fee - topped.fee)
          FROM research.session_hold h, (
            SELECT r.id, coalesce(sum(t.amount), 0)::integer AS amount, coalesce(sum(t.fee), 0)::integer AS fee
            FROM research.payment r JOIN research.participation p ON p.id = r.participation_id
              LEFT JOIN research.payment t ON t.participation_id = r.participation_id AND t.kind = 'top_up'
            WHERE r.session_id = session AND r.kind = 'reward' AND r.day = today AND r.day_before IS NULL
              AND p.state NOT IN ('withdrawn', 'screened_out')
            GROUP BY r.id) topped
          WHERE h.session_id = session AND made.id = topped.id AND made.day = today AND made.day_before IS NULL
            AND made.state IN ('due', 'waived') AND made.accrual_id IS NULL AND h.reward - topped.amount > made.amount;
      END $$;
      REVOKE ALL ON FUNCTION research.level_payments(uuid, date) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION research.level_payments(uuid, date) TO commonlab_app;

      -- Participants whose completion waits for a decision, or whose rejection can be overturned. Those that were approved
      -- before were paid as the terms of the study said, outside of the product.
      INSERT INTO research.payment (id, participation_id, session_id, amount, fee, currency, state, day)
        SELECT gen_random_uuid(), p.id, p.session_id, h.reward, h.fee, h.currency,
          CASE p.state WHEN 'completed' THEN 'due' ELSE 'rejected' END, (p.updated_at AT TIME ZONE 'UTC')::date
        FROM research.participation p JOIN research.session_hold h ON h.session_id = p.session_id
        WHERE h.reward > 0 AND (p.state = 'completed'
          OR p.state = 'rejected' AND p.updated_at > now() - interval '30 days');
      -- Closed sessions are counted again: their approved participants need nothing of the hold.
      UPDATE research.session_hold SET is_settled = false WHERE is_settled;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER payment_follows ON research.participation;
      DROP TRIGGER top_up_follows ON research.participation;
      DROP FUNCTION research.pay_by_answers(uuid, uuid, jsonb, text, date);
      REVOKE SELECT (id, session_id, pseudonym) ON research.participation FROM commonlab_answers;
      REVOKE USAGE ON SCHEMA research FROM commonlab_answers;
      DROP TABLE research.payment, research.bonus, research.payment_methods, identity.gift_code, identity.payout_method,
        identity.bank_payout, identity.payout_batch;
      DROP FUNCTION research.payment_follows(), research.top_up_follows(), research.payment_moved(),
        research.level_payments(uuid, date), research.part_of_reward(integer, jsonb, text, integer, interval);
      ALTER TABLE research.session_hold DROP COLUMN payable_account_id, DROP COLUMN for_answers;
      ALTER TABLE identity.wallet DROP COLUMN gift_account_id;
    `);
  }
}
