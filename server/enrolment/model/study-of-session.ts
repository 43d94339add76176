import type { StudyLookup } from '../../access/api-tokens/token-routes';

/** Finds the study of a session, for API tokens that are bound to studies. */
export const studyOfSession: StudyLookup = async (source, sessionId) => {
  const [row]: { study_id: string }[] = await source.query(
    `SELECT study_id FROM research.session WHERE id = $1`,
    [sessionId],
  );
  return row?.study_id;
};
