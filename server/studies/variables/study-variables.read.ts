import type { Snapshot } from '../../platform/db/snapshot';
import { descriptionColumns } from './study-variable.entity';
import type { StoredVariable } from './variables.rule';

/** The database role that can read research data only (docs/architecture.md). */
const role = 'commonlab_export';

/**
 * Reads the described variables of a study, ordered by name, so that two exports of the same data are
 * equal.
 */
export const variablesOfStudy = (snapshot: Snapshot, studyId: string): Promise<StoredVariable[]> =>
  snapshot.query<StoredVariable>(
    `SELECT v.name, ${descriptionColumns}, v.version
     FROM research.study_variable v WHERE v.study_id = $1 ORDER BY v.name COLLATE "C"`,
    [studyId],
    role,
  );
