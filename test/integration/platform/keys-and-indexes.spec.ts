import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';

let run: RunningApp;
let db: QueryRunner;
beforeAll(async () => {
  run = await sharedApp();
  db = run.source.createQueryRunner();
});
afterAll(async () => {
  await db.release();
  await run.close();
});

/**
 * Tables whose rows are never deleted, so no deletion has to find the rows that refer to them. The
 * product erases studies of a class (research.erase_class_study), but these studies have no slots.
 */
const staying = ['ledger.account', 'ledger.entry', 'research.slot_plan'];

/** Columns that contain the id of another row but have no foreign key, by reason. */
const withoutKey: Record<string, readonly string[]> = {
  'the account may be erased, and the row stays': [
    'identity.invitation.created_by',
    'identity.review.decided_by',
    'identity.roster_access.researcher_id',
    'identity.saml_connection.waiting_by',
    'identity.study_collaborator.sees_roster_by',
    'platform.audit.actor_id',
    'platform.audit.subject_id',
    'research.imported_study.imported_by',
    'research.payment.confirmed_account_id',
    'research.session_change.changed_by',
    'research.study.owner_id',
    'research.study_former_owner.account_id',
    'research.study_version.created_by',
    'research.told_never_began.account_id',
  ],
  'the erasure of the account deletes the rows by a statement (server/resources/resources.erasure.ts)':
    ['research.resource.owner_id', 'research.resource_upload.owner_id'],
  'a classroom stays, and its context lies above': [
    'research.resource_share.classroom_id',
    'research.session.classroom_id',
    'research.study.classroom_id',
    'research.study_export.pool_classroom_id',
  ],
  'months of the audit log are dropped before their seals': ['platform.audit_seal.audit_id'],
  'the check would leave its mark at the account (docs/decisions/privacy-schemas.md)': [
    'identity.participation_link.account_id',
    'identity.participation_link.participation_id',
    'platform.mail.account_id',
  ],
  'a look-up for each event, transition, batch of records or call': [
    'identity.webhook_message.study_id',
    'platform.processed_event.event_id',
    'research.participation_move.participation_id',
    'research.participation_move.session_id',
    'research.run_chunk.run_id',
    'research.run_value.participation_id',
    'research.run_value.study_id',
    'research.withheld_place.other_id',
  ],
  'the check would wait for the row of a session that fills, or of its participation': [
    'research.broadcast.session_id',
    'research.conversation.participation_id',
    'research.conversation.session_id',
    'research.message.participation_id',
    'research.message.session_id',
  ],
  'a run of this installation, or one that came in a bundle': ['research.study_export_run.run_id'],
  'a deposit, a refund, a session or a payment, as its type says': ['identity.receipt.thing_id'],
  'a value of chance, or a place in a list, and no row': [
    'identity.study_collaborator.roster_opening',
    'research.batch_change.change_id',
    'research.broadcast.after',
    'research.rehearsal_run.writer',
    'research.run.writer',
    'research.study.copy_key',
    'research.study_variable.version',
  ],
};

const ours = `n.nspname NOT IN ('bullmq', 'information_schema', 'public') AND n.nspname NOT LIKE 'pg\\_%'`;
const planted = `n.oid = pg_my_temp_schema()`;
const names = async (sql: string): Promise<string[]> =>
  ((await db.query(sql)) as { name: string }[]).map(({ name }) => name);
const tablesOf = (where: string) => `pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
  AND t.relkind IN ('r', 'p') AND NOT t.relispartition AND ${where}`;

/**
 * Finds foreign keys that make deletions slow. The key refers to rows that may be deleted, and no
 * index over all rows of the key's table begins with the key's columns.
 */
const slowToDelete = (where: string) =>
  names(`SELECT f.conname AS name FROM pg_constraint f JOIN ${tablesOf(where)} ON t.oid = f.conrelid
    WHERE f.contype = 'f' AND f.confrelid::regclass::text <> ALL ('{${staying.join()}}')
      AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = f.conrelid AND i.indpred IS NULL
        AND (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey) ORDER BY 1`);

/**
 * Finds superfluous indexes: another index of the same kind, over the same rows, begins with the
 * same columns.
 */
const superfluous = (where: string) =>
  names(`SELECT a.indexrelid::regclass::text AS name FROM pg_index a
    JOIN ${tablesOf(where)} ON t.oid = a.indrelid JOIN pg_class ac ON ac.oid = a.indexrelid
    WHERE EXISTS (SELECT FROM pg_index b JOIN pg_class bc ON bc.oid = b.indexrelid
      WHERE b.indrelid = a.indrelid AND b.indexrelid <> a.indexrelid AND bc.relam = ac.relam
        AND a.indexprs IS NULL AND b.indexprs IS NULL
        AND pg_get_expr(a.indpred, a.indrelid) IS NOT DISTINCT FROM pg_get_expr(b.indpred, b.indrelid)
        AND (b.indkey::int2[])[0:a.indnkeyatts - 1] = (a.indkey::int2[])[0:a.indnkeyatts - 1]
        AND (b.indclass::oid[])[0:a.indnkeyatts - 1] = (a.indclass::oid[])[0:a.indnkeyatts - 1]
        -- A unique one also keeps its columns unique, which a longer one does not.
        AND (NOT a.indisunique OR b.indisunique AND b.indnkeyatts = a.indnkeyatts
          AND b.indexrelid > a.indexrelid)) ORDER BY 1`);

/** Finds columns with ids, other than the table's own id, that no foreign key covers. */
const free = (where: string) =>
  names(`SELECT t.oid::regclass || '.' || c.attname AS name FROM pg_attribute c
    JOIN ${tablesOf(where)} ON t.oid = c.attrelid
    WHERE c.attnum > 0 AND c.atttypid = 'uuid'::regtype AND c.attname <> 'id'
      AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid = t.oid
        AND c.attnum = ANY (f.conkey)) ORDER BY 1`);

describe('The tables of the product', () => {
  it('have an index for every foreign key to rows that may be deleted', async () => {
    expect(await slowToDelete(ours)).toEqual([]);
  });

  it('never delete rows of the tables that are exempt from this', () => {
    const root = join(__dirname, '../../..');
    const sources = ['server', 'workers'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    );
    expect(sources.length).toBeGreaterThan(500);
    const deleting = new RegExp(`DELETE FROM (${staying.join('|')})\\b`.replaceAll('.', '\\.'));
    expect(sources.filter((text) => deleting.test(text))).toEqual([]);
  });

  it('have no index that a different index makes superfluous', async () => {
    expect(await superfluous(ours)).toEqual([]);
  });

  it('have a foreign key for each id of another row, or a listed reason for none', async () => {
    expect(await free(ours)).toEqual(Object.values(withoutKey).flat().sort());
  });

  it('lose all rows that refer to an account with the account, by foreign key, except proof of money and reviews', async () => {
    const held = await names(`SELECT f.conname AS name FROM pg_constraint f
      WHERE f.contype = 'f' AND f.confrelid = 'identity.account'::regclass AND f.confdeltype <> 'c' ORDER BY 1`);
    // When an account is erased, the rows with these foreign keys stay. Amounts stay verifiable
    // (docs/decisions/ledger.md), and reviews stay with their study.
    expect(held).toEqual([
      'bonus_created_by_fkey',
      'class_review_decided_by_fkey',
      'class_review_submitted_by_fkey',
      'deposit_researcher_id_fkey',
      'payout_batch_drawn_by_fkey',
      'review_comment_author_id_fkey',
      'wallet_researcher_id_fkey',
    ]);
  });

  it('have no foreign key to the audit log, so that its months can be dropped', async () => {
    const held = await names(`SELECT f.conname AS name FROM pg_constraint f
      WHERE f.contype = 'f' AND f.confrelid::regclass::text ~ '^platform\\.audit'`);
    expect(held).toEqual([]);
  });
});

describe('The queries that check keys and indexes', () => {
  it('find a missing index, a superfluous index and a missing foreign key in sample tables', async () => {
    await db.startTransaction();
    try {
      await db.query(`
        CREATE TEMP TABLE room (id uuid PRIMARY KEY);
        CREATE TEMP TABLE chair (id uuid PRIMARY KEY, room_id uuid, made_by uuid, kind text,
          CONSTRAINT chair_room FOREIGN KEY (room_id) REFERENCES room (id));
        CREATE INDEX chair_kind ON chair (kind);
        CREATE INDEX chair_kind_maker ON chair (kind, made_by);
        CREATE INDEX chair_room_some ON chair (room_id) WHERE kind = 'armchair';
        CREATE UNIQUE INDEX chair_twice ON chair (id)`);
      expect(await slowToDelete(planted)).toEqual(['chair_room']);
      expect(await superfluous(planted)).toEqual(['chair_kind', 'chair_pkey']);
      expect(await free(planted)).toEqual(['chair.made_by']);
      await db.query('CREATE INDEX chair_room_all ON chair (room_id, kind)');
      expect(await slowToDelete(planted)).toEqual([]);
    } finally {
      await db.rollbackTransaction();
    }
  });
});
