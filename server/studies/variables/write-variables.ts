import type { VariableWords } from '../../../contracts/research-data/study-variables';
import type { Transaction } from '../../platform/db/unit-of-work';

/** Instead of what was said before of the same variables. */
export async function writeVariables(
  tx: Transaction,
  studyId: string,
  variables: readonly VariableWords[],
): Promise<void> {
  if (variables.length === 0) return;
  await tx.query(
    `INSERT INTO research.study_variable (study_id, name, description, unit, levels, version)
     SELECT $1, v.name, v.description, v.unit, v.levels, gen_random_uuid()
     FROM jsonb_to_recordset($2::jsonb) AS v (name text, description text, unit text, levels jsonb)
     ON CONFLICT (study_id, name) DO UPDATE SET description = excluded.description,
       unit = excluded.unit, levels = excluded.levels, version = excluded.version`,
    [studyId, JSON.stringify(variables)],
  );
}

export async function copyVariables(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.query(
    `INSERT INTO research.study_variable (study_id, name, description, unit, levels, version)
     SELECT $2::uuid, v.name, v.description, v.unit, v.levels, gen_random_uuid()
     FROM research.study_variable v WHERE v.study_id = $1`,
    [from, to],
  );
}
