/** The prefix in the address of a preview's page, before the preview's condition as JSON. */
export const conditionHash = '#commonlab=';
