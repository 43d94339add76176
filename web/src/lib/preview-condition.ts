/**
 * The beginning of the fragment in a preview's address; the condition of the preview follows as
 * JSON.
 */
export const previewConditionPrefix = '#commonlab=';
