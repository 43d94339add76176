import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the tables of numbered receipts and of refunds from wallets, and a column that stores who
 * confirmed that cash was handed over.
 */
export class PaymentsReceipts1795929731645 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.receipt_counter (
        type text NOT NULL,
        year smallint NOT NULL,
        last integer NOT NULL,
        PRIMARY KEY (type, year)
      );
      CREATE TABLE identity.receipt (
        id uuid PRIMARY KEY,
        type text NOT NULL CONSTRAINT receipt_type_check
          CHECK (type IN ('deposit', 'refund', 'session', 'participant-payment', 'disbursement-log', 'bonus')),
        year smallint NOT NULL,
        number integer NOT NULL CONSTRAINT receipt_number_check CHECK (number > 0),
        thing_id uuid NOT NULL,
        day date NOT NULL,
        body text NOT NULL,
        key_version smallint NOT NULL,
        signature bytea NOT NULL CONSTRAINT receipt_signature_check CHECK (octet_length(signature) = 64),
        replaces uuid CONSTRAINT receipt_replaced_once UNIQUE
          CONSTRAINT receipt_replaces_fkey REFERENCES identity.receipt (id),
        is_void boolean NOT NULL DEFAULT false,
        CONSTRAINT receipt_numbered UNIQUE (type, year, number)
      );
      CREATE UNIQUE INDEX receipt_valid ON identity.receipt (thing_id, type) WHERE NOT is_void;
      CREATE INDEX receipt_of_thing ON identity.receipt (thing_id, type, day);
      GRANT SELECT, INSERT ON identity.receipt, identity.receipt_counter TO commonlab_app;
      GRANT UPDATE (is_void) ON identity.receipt TO commonlab_app;
      GRANT UPDATE (last) ON identity.receipt_counter TO commonlab_app;

      CREATE TABLE identity.wallet_refund (
        id uuid PRIMARY KEY,
        wallet_id uuid NOT NULL CONSTRAINT wallet_refund_wallet_id_fkey REFERENCES identity.wallet (id),
        amount bigint NOT NULL CONSTRAINT wallet_refund_amount_check CHECK (amount > 0),
        reference text,
        day date NOT NULL,
        entry_id uuid NOT NULL CONSTRAINT wallet_refund_entry UNIQUE
          CONSTRAINT wallet_refund_entry_id_fkey REFERENCES ledger.entry (id)
      );
      CREATE INDEX wallet_refund_wallet ON identity.wallet_refund (wallet_id);
      GRANT SELECT, INSERT ON identity.wallet_refund TO commonlab_app;
      -- Refunds from before: their references stand in the audit log, as far as it reaches back. Those of one day and
      -- amount of a wallet are alike but for the reference.
      INSERT INTO identity.wallet_refund (id, wallet_id, amount, reference, day, entry_id)
        SELECT gen_random_uuid(), booked.wallet_id, booked.amount, said.reference, booked.day, booked.entry_id
        FROM (
          SELECT w.id AS wallet_id, -p.amount AS amount, e.day, e.id AS entry_id,
            row_number() OVER (PARTITION BY w.id, p.amount, e.day ORDER BY e.id) AS place
          FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id JOIN identity.wallet w ON w.account_id = p.account_id
          WHERE e.kind = 'refund') booked
        LEFT JOIN (
          SELECT (a.details ->> 'wallet_id')::uuid AS wallet_id, (a.details ->> 'amount')::bigint AS amount,
            (a.at AT TIME ZONE 'UTC')::date AS day, a.details ->> 'reference' AS reference,
            row_number() OVER (PARTITION BY a.details ->> 'wallet_id', a.details ->> 'amount',
              (a.at AT TIME ZONE 'UTC')::date ORDER BY a.id) AS place
          FROM platform.audit a WHERE a.action = 'wallet-refunded') said USING (wallet_id, amount, day, place);

      ALTER TABLE research.payment ADD COLUMN confirmed_account_id uuid;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.payment DROP COLUMN confirmed_account_id;
      DROP TABLE identity.receipt, identity.receipt_counter, identity.wallet_refund;
    `);
  }
}
