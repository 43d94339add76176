import type { Snapshot } from '../../platform/db/snapshot';
import { descriptionColumns } from './study-variable.entity';
import type { StoredVariable } from './variables.rule';

/** The role that reads research data and nothing else (docs/architecture.md). */
const role = 'commonlab_export';

/** Ordered by name, so that two exports of the same data are equal. */
export const variablesOfStudy = (snapshot: Snapshot, studyId: string): Promise<StoredVariable[]> =>
  snapshot.query<StoredVariable>(
    `SELECT v.name, ${descriptionColumns}, v.version
     FROM research.study_variable v WHERE v.study_id = $1 ORDER BY v.name COLLATE "C"`,
    [studyId],
    role,
  );
