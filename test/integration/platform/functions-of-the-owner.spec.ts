import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

interface OwnersFunction {
  name: string;
  by_anybody: boolean;
  settings: string[] | null;
}
const functionsOfTheOwner = (): Promise<OwnersFunction[]> =>
  run.source.query(
    `SELECT p.oid::regprocedure::text AS name, p.proconfig AS settings,
       p.proacl IS NULL OR EXISTS (SELECT 1 FROM aclexplode(p.proacl) WHERE grantee = 0) AS by_anybody
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prosecdef AND n.nspname NOT IN ('bullmq', 'information_schema', 'public') AND n.nspname NOT LIKE 'pg\\_%' ORDER BY 1`,
  );

describe('Database functions that run with the rights of the owner', () => {
  it('cannot be executed by every role, and look up names in fixed schemas only', async () => {
    const found = await functionsOfTheOwner();
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter(({ by_anybody }) => by_anybody).map(({ name }) => name)).toEqual([]);
    for (const { name, settings } of found)
      expect([name, settings?.some((setting) => setting.startsWith('search_path='))]).toEqual([
        name,
        true,
      ]);
  });

  it('cannot be used as a trigger of another table to write transitions and counts', async () => {
    const db = run.source.createQueryRunner();
    try {
      await db.startTransaction();
      await db.query(
        `CREATE TEMP TABLE entered (id uuid, session_id uuid, state text, moved_by text, move_reason text)
         ON COMMIT DROP`,
      );
      await expect(
        db.query(
          `CREATE TRIGGER entered AFTER UPDATE ON entered
           REFERENCING OLD TABLE AS before_move NEW TABLE AS after_move
           FOR EACH STATEMENT EXECUTE FUNCTION research.participation_moved()`,
        ),
      ).rejects.toThrow('permission denied for function');
    } finally {
      await db.rollbackTransaction();
      await db.release();
    }
  });
});
