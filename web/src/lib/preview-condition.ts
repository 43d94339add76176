/** Before the condition of a preview, as JSON, in the address of its page. */
export const conditionHash = '#commonlab=';
