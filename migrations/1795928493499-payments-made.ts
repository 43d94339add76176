import type { MigrationInterface, QueryRunner } from 'typeorm';

const byOwner = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/** What participants are owed and paid: payments, gift codes, bank transfers to participants. */
export class PaymentsMade1795928493499 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.payment (
        id uuid PRIMARY KEY,
        participation_id uuid NOT NULL CONSTRAINT payment_of_participation UNIQUE
          CONSTRAINT payment_participation_id_fkey REFERENCES research.participation (id),
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
        CONSTRAINT payment_has_method CHECK (state NOT IN ('processing', 'paid') OR method IS NOT NULL),
        CONSTRAINT payment_cash_is_confirmed CHECK ((confirmed_by IS NOT NULL) = (state = 'paid' AND method = 'cash'))
      );
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
        CONSTRAINT session_hold_payable_account_id_fkey REFERENCES ledger.account (id);
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

      -- A participation makes its payment when it is completed, and its decisions move it; what is being paid or
      -- was paid stays. Triggers run as the owner, and nobody may execute them.
      CREATE FUNCTION research.payment_follows() RETURNS trigger LANGUAGE plpgsql ${byOwner} AS $$
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
      CREATE TRIGGER payment_follows AFTER UPDATE OF state ON research.participation
        FOR EACH ROW WHEN (NEW.state IN ('completed', 'approved', 'rejected', 'nullified')
          AND OLD.state IS DISTINCT FROM NEW.state)
        EXECUTE FUNCTION research.payment_follows();

      -- What the payment was when its day began.
      CREATE FUNCTION research.payment_moved() RETURNS trigger LANGUAGE plpgsql ${byOwner} AS $$
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

      -- All who complete a session on one day (UTC) get the highest reward of the day: an amount beside a tag must not
      -- tell whether its participant completed before or after the reward was raised.
      CREATE FUNCTION research.level_payments(session uuid, today date) RETURNS void LANGUAGE plpgsql ${byOwner} AS $$
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
      DROP TABLE research.payment, research.payment_methods, identity.gift_code, identity.payout_method,
        identity.bank_payout, identity.payout_batch;
      DROP FUNCTION research.payment_follows(), research.payment_moved(), research.level_payments(uuid, date);
      ALTER TABLE research.session_hold DROP COLUMN payable_account_id;
      ALTER TABLE identity.wallet DROP COLUMN gift_account_id;
    `);
  }
}
