/** The fragment of a preview's address: this text, followed by the preview's condition as JSON. */
export const previewConditionPrefix = '#commonlab=';
