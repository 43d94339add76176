import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { hasCompletedSql, hasParticipatedSql } from '../model/participation-facts.sql';
import { pseudonymsInStudy } from '../links/pseudonyms';

interface Past {
  completed: string[];
  participated: string[];
}

/**
 * How many pseudonyms one statement gets: about 100 kB. Computing them blocks the event loop for a
 * few milliseconds.
 */
const atOnce = 2_000;

/** Returns those of the given studies that any participant has ever started. */
export async function studiesEverStarted(
  tx: Transaction,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ study_id: string }>(
    `SELECT t.id AS study_id FROM unnest($1::uuid[]) AS t (id)
     WHERE EXISTS (SELECT FROM research.participation p
       WHERE p.study_id = t.id AND ${hasParticipatedSql('p')})`,
    [ids],
  );
  return rows.map((row) => row.study_id);
}

/**
 * Finds out which of the studies each account has started and completed. Computes the accounts' pseudonyms
 * and looks them up, so that the database needs no mapping from a participation to an account. Processes some
 * thousand pseudonyms at a time, which limits memory and the blocking of the event loop.
 * @returns by account; an account that started none of the studies is absent
 */
export async function pastStudiesByAccount(
  tx: Transaction,
  secrets: Secrets,
  accountIds: readonly string[],
  studyIds: readonly string[],
): Promise<Map<string, Past>> {
  const found = new Map<string, Past>();
  let owners: string[] = [];
  let studies: string[] = [];
  let pseudonyms: Buffer[] = [];
  const lookUp = async () => {
    const rows = await tx.query<{ nth: number; study_id: string; completed: boolean }>(
      `SELECT me.nth::int AS nth, me.study_id, bool_or(${hasCompletedSql('p')}) AS completed
       FROM unnest($1::uuid[], $2::bytea[]) WITH ORDINALITY AS me (study_id, pseudonym, nth)
       JOIN research.participation p ON p.study_id = me.study_id AND p.pseudonym = me.pseudonym
       WHERE ${hasParticipatedSql('p')} GROUP BY me.nth, me.study_id`,
      [studies, pseudonyms],
    );
    for (const { nth, study_id, completed } of rows) {
      const owner = owners[nth - 1] ?? '';
      const past = found.get(owner) ?? { completed: [], participated: [] };
      past.participated.push(study_id);
      if (completed) past.completed.push(study_id);
      found.set(owner, past);
    }
    [owners, studies, pseudonyms] = [[], [], []];
    await setImmediate();
  };
  for (const account of accountIds)
    for (const study of studyIds) {
      for (const pseudonym of pseudonymsInStudy(secrets, study, account)) {
        owners.push(account);
        studies.push(study);
        pseudonyms.push(pseudonym);
      }
      if (pseudonyms.length >= atOnce) await lookUp();
    }
  if (pseudonyms.length > 0) await lookUp();
  return found;
}
