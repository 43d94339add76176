import type { StudyLookup } from '../access/api-tokens/token-routes';

/** Finds the study of a slot, for API tokens that are limited to certain studies. */
export const studyOfSlot: StudyLookup = async (source, slotId) => {
  const [row]: { study_id: string }[] = await source.query(
    `SELECT r.study_id FROM research.slot sl JOIN research.recruitment r ON r.id = sl.session_id
     WHERE sl.id = $1`,
    [slotId],
  );
  return row?.study_id;
};
