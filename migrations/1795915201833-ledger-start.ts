import type { MigrationInterface, QueryRunner } from 'typeorm';

const byOwner = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/**
 * Creates the tables of a double-entry ledger: accounts, entries and postings. The application may
 * only insert and read rows. Functions of the database compute the balances and enforce the rules
 * for every entry.
 */
export class LedgerStart1795915201833 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE SCHEMA ledger;
      GRANT USAGE ON SCHEMA ledger TO commonlab_app;

      CREATE TABLE ledger.account (
        id uuid PRIMARY KEY,
        kind text NOT NULL CONSTRAINT account_kind_check
          CHECK (kind IN ('wallet', 'hold', 'payable', 'gift_codes', 'fees', 'clearing', 'outside')),
        unit text NOT NULL CONSTRAINT account_unit_check CHECK (unit ~ '^([A-Z]{3}|credit:[0-9a-f-]{36})$'),
        minimum bigint,
        balance bigint NOT NULL DEFAULT 0,
        CONSTRAINT account_balance_check CHECK (balance >= minimum),
        -- Every balance is exact in JavaScript.
        CONSTRAINT account_exact_check CHECK (abs(balance) <= 9000000000000000)
      );
      CREATE UNIQUE INDEX account_common ON ledger.account (kind, unit)
        WHERE kind IN ('fees', 'clearing', 'outside');

      CREATE TABLE ledger.entry (
        id uuid PRIMARY KEY,
        day date NOT NULL,
        kind text NOT NULL CONSTRAINT entry_kind_check CHECK (kind ~ '^[a-z][a-z-]{1,39}$'),
        key text NOT NULL CONSTRAINT entry_key UNIQUE
          CONSTRAINT entry_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 200),
        request bytea NOT NULL CONSTRAINT entry_request_check CHECK (octet_length(request) = 32),
        postings smallint NOT NULL CONSTRAINT entry_postings_check CHECK (postings >= 2 AND postings <= 100),
        reverses uuid CONSTRAINT entry_reverses_fkey REFERENCES ledger.entry (id)
      );
      CREATE INDEX entry_reversed ON ledger.entry (reverses) WHERE reverses IS NOT NULL;

      CREATE TABLE ledger.posting (
        entry_id uuid NOT NULL CONSTRAINT posting_entry_id_fkey REFERENCES ledger.entry (id),
        account_id uuid NOT NULL CONSTRAINT posting_account_id_fkey REFERENCES ledger.account (id),
        amount bigint NOT NULL
          CONSTRAINT posting_amount_check CHECK (amount <> 0 AND abs(amount) <= 10000000000000),
        PRIMARY KEY (entry_id, account_id)
      );
      CREATE INDEX posting_account ON ledger.posting (account_id, entry_id);

      CREATE TABLE ledger.unsealed (
        entry_id uuid PRIMARY KEY CONSTRAINT unsealed_entry_id_fkey REFERENCES ledger.entry (id)
      );
      CREATE TABLE ledger.seal (
        sequence bigint PRIMARY KEY CONSTRAINT seal_sequence_check CHECK (sequence > 0),
        entry_id uuid NOT NULL CONSTRAINT seal_entry UNIQUE
          CONSTRAINT seal_entry_id_fkey REFERENCES ledger.entry (id),
        seal bytea NOT NULL
      );

      -- A new account has the balance 0, and entries and postings are never changed.
      GRANT SELECT ON ledger.account, ledger.entry, ledger.posting, ledger.unsealed, ledger.seal TO commonlab_app;
      GRANT INSERT (id, kind, unit, minimum) ON ledger.account TO commonlab_app;
      GRANT INSERT (id, day, kind, key, request, postings, reverses) ON ledger.entry TO commonlab_app;
      GRANT INSERT ON ledger.posting, ledger.seal TO commonlab_app;
      GRANT DELETE ON ledger.unsealed TO commonlab_app;

      -- Always in the order of ids: of two transactions, one waits for the other and never both.
      CREATE FUNCTION ledger.lock_accounts(ids uuid[]) RETURNS void LANGUAGE plpgsql ${byOwner} AS $$
      BEGIN
        PERFORM 1 FROM ledger.account a WHERE a.id = ANY(ids) ORDER BY a.id FOR NO KEY UPDATE;
      END $$;

      -- False where the balance is lower than the new minimum.
      CREATE FUNCTION ledger.set_minimum(account uuid, lowest bigint) RETURNS boolean LANGUAGE plpgsql ${byOwner} AS $$
      BEGIN
        PERFORM 1 FROM ledger.account a WHERE a.id = account FOR NO KEY UPDATE;
        UPDATE ledger.account a SET minimum = lowest WHERE a.id = account AND (lowest IS NULL OR a.balance >= lowest);
        RETURN FOUND;
      END $$;
      REVOKE ALL ON FUNCTION ledger.lock_accounts(uuid[]), ledger.set_minimum(uuid, bigint) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ledger.lock_accounts(uuid[]), ledger.set_minimum(uuid, bigint) TO commonlab_app;

      CREATE FUNCTION ledger.apply_postings() RETURNS trigger LANGUAGE plpgsql ${byOwner} AS $$
      BEGIN
        PERFORM 1 FROM ledger.account a WHERE a.id IN (SELECT n.account_id FROM added n)
          ORDER BY a.id FOR NO KEY UPDATE;
        UPDATE ledger.account a SET balance = a.balance + s.amount
          FROM (SELECT n.account_id, sum(n.amount)::bigint AS amount FROM added n GROUP BY n.account_id) s
          WHERE a.id = s.account_id;
        -- None is added to an entry that has all of its postings.
        IF EXISTS (SELECT FROM (SELECT DISTINCT n.entry_id FROM added n) d JOIN ledger.entry e ON e.id = d.entry_id
            WHERE e.postings < (SELECT count(*) FROM ledger.posting p WHERE p.entry_id = d.entry_id)) THEN
          RAISE EXCEPTION 'an entry of the ledger is complete' USING ERRCODE = 'check_violation',
            CONSTRAINT = 'entry_complete';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER posting_applied AFTER INSERT ON ledger.posting
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.apply_postings();

      CREATE FUNCTION ledger.note_unsealed() RETURNS trigger LANGUAGE plpgsql ${byOwner} AS $$
      BEGIN
        INSERT INTO ledger.unsealed (entry_id) SELECT n.id FROM added n;
        RETURN NULL;
      END $$;
      CREATE TRIGGER entry_unsealed AFTER INSERT ON ledger.entry
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.note_unsealed();

      CREATE FUNCTION ledger.check_entry() RETURNS trigger LANGUAGE plpgsql ${byOwner} AS $$
      DECLARE
        original ledger.entry;
      BEGIN
        IF NEW.postings <> (SELECT count(*) FROM ledger.posting p WHERE p.entry_id = NEW.id)
          OR EXISTS (SELECT FROM ledger.posting p JOIN ledger.account a ON a.id = p.account_id
            WHERE p.entry_id = NEW.id GROUP BY a.unit HAVING sum(p.amount) <> 0) THEN
          RAISE EXCEPTION 'an entry of the ledger does not add up to zero' USING ERRCODE = 'check_violation',
            CONSTRAINT = 'entry_balanced';
        END IF;
        IF NEW.reverses IS NOT NULL THEN
          -- Of two reversals of one entry, the second sees the first.
          SELECT * INTO original FROM ledger.entry e WHERE e.id = NEW.reverses FOR NO KEY UPDATE;
          IF original.reverses IS NOT NULL OR EXISTS (
            SELECT FROM (
              SELECT p.account_id, sum(p.amount) FILTER (WHERE p.entry_id = original.id) AS moved,
                sum(p.amount) FILTER (WHERE p.entry_id <> original.id) AS taken_back
              FROM ledger.posting p
              WHERE p.entry_id = original.id
                OR p.entry_id IN (SELECT e.id FROM ledger.entry e WHERE e.reverses = original.id)
              GROUP BY p.account_id) s
            WHERE s.taken_back IS NOT NULL
              AND (s.moved IS NULL OR sign(s.taken_back) = sign(s.moved) OR abs(s.taken_back) > abs(s.moved))) THEN
            RAISE EXCEPTION 'a reversal takes back more than its entry moved' USING ERRCODE = 'check_violation',
              CONSTRAINT = 'entry_reversal';
          END IF;
        END IF;
        RETURN NULL;
      END $$;
      -- At the commit, when all postings are there.
      CREATE CONSTRAINT TRIGGER entry_balanced AFTER INSERT ON ledger.entry
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_entry();
      REVOKE ALL ON FUNCTION ledger.apply_postings(), ledger.note_unsealed(), ledger.check_entry() FROM PUBLIC;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA ledger CASCADE`);
  }
}
