import type { VariableDescription } from '../../../contracts/research-data/study-variables';
import type { Transaction } from '../../platform/db/unit-of-work';
import { descriptionColumns, descriptionValuesOnConflict } from './study-variable.entity';

/** Stores descriptions of variables, and replaces earlier ones of the same variables. */
export async function writeVariables(
  tx: Transaction,
  studyId: string,
  variables: readonly VariableDescription[],
): Promise<void> {
  if (variables.length === 0) return;
  await tx.query(
    `INSERT INTO research.study_variable (study_id, name, ${descriptionColumns}, version)
     SELECT $1, v.name, ${descriptionColumns}, gen_random_uuid()
     FROM jsonb_populate_recordset(NULL::research.study_variable, $2::jsonb) v
     ON CONFLICT (study_id, name) DO UPDATE
       SET (${descriptionColumns}, version) = (${descriptionValuesOnConflict}, excluded.version)`,
    [studyId, JSON.stringify(variables)],
  );
}

export async function copyVariables(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.query(
    `INSERT INTO research.study_variable (study_id, name, ${descriptionColumns}, version)
     SELECT $2::uuid, v.name, ${descriptionColumns}, gen_random_uuid()
     FROM research.study_variable v WHERE v.study_id = $1`,
    [from, to],
  );
}
