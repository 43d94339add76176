import type { StudyLookup } from '../../access/api-tokens/token-routes';

/** Finds the study of a run, for API tokens that are limited to certain studies. */
export const studyOfRun: StudyLookup = async (source, runId) => {
  const [row]: { study_id: string }[] = await source.query(
    `SELECT r.study_id FROM research.run run
     JOIN research.recruitment r ON r.id = run.session_id WHERE run.id = $1`,
    [runId],
  );
  return row?.study_id;
};
