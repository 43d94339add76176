import type { DataSource } from 'typeorm';
import { collaboratorRolesSql, mayOnStudy, type StudyPeople } from '../studies/study.policy';

/** Lists the accounts that run a study: its owner and its editors. */
export async function accountsRunningStudy(source: DataSource, studyId: string): Promise<string[]> {
  const [study]: StudyPeople[] = await source.query(
    `SELECT st.owner_id, ${collaboratorRolesSql('st')} AS collaborators
     FROM research.study_profile st WHERE st.id = $1`,
    [studyId],
  );
  if (!study) return [];
  return [study.owner_id, ...Object.keys(study.collaborators)].filter((account) =>
    mayOnStudy('run', study, account),
  );
}
