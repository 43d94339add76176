import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { pseudonymsOf } from '../participations/pseudonyms';

/** Pseudonyms in one statement: about 100 kB. Computing them blocks for a few milliseconds. */
const atOnce = 2_000;

/** The studies of `ids` that somebody has completed. */
export async function everCompleted(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ study_id: string }>(
    `SELECT t.id AS study_id FROM unnest($1::uuid[]) AS t (id)
     WHERE EXISTS (SELECT FROM research.participation p
       WHERE p.study_id = t.id AND p.state IN ('completed', 'approved'))`,
    [ids],
  );
  return rows.map((row) => row.study_id);
}

/**
 * Which of the studies each account has completed. The accounts' pseudonyms are computed and looked
 * up, so that nothing in the database has to lead from a participation to an account. Memory and the
 * event loop are held for some thousand pseudonyms at a time.
 * @returns by account; one without a completed study is absent
 */
export async function completedBy(
  tx: Transaction,
  secrets: Secrets,
  accountIds: readonly string[],
  studyIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const completed = new Map<string, Set<string>>();
  let owners: string[] = [];
  let studies: string[] = [];
  let pseudonyms: Buffer[] = [];
  const lookUp = async () => {
    const rows = await tx.query<{ nth: number; study_id: string }>(
      `SELECT me.nth::int AS nth, me.study_id
       FROM unnest($1::uuid[], $2::bytea[]) WITH ORDINALITY AS me (study_id, pseudonym, nth)
       WHERE EXISTS (SELECT FROM research.participation p WHERE p.study_id = me.study_id
         AND p.pseudonym = me.pseudonym AND p.state IN ('completed', 'approved'))`,
      [studies, pseudonyms],
    );
    for (const { nth, study_id } of rows) {
      const owner = owners[nth - 1] ?? '';
      completed.set(owner, (completed.get(owner) ?? new Set()).add(study_id));
    }
    [owners, studies, pseudonyms] = [[], [], []];
    await setImmediate();
  };
  for (const account of accountIds)
    for (const study of studyIds) {
      for (const pseudonym of pseudonymsOf(secrets, study, account)) {
        owners.push(account);
        studies.push(study);
        pseudonyms.push(pseudonym);
      }
      if (pseudonyms.length >= atOnce) await lookUp();
    }
  if (pseudonyms.length > 0) await lookUp();
  return completed;
}
