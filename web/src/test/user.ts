import userEvent from '@testing-library/user-event';

/** The person at the keyboard. No pause between two keys or clicks: no page here counts on one. */
export const user = userEvent.setup({ delay: null });

/**
 * Enters a text at once, as a paste does: typing key by key would render the page for each character. Tests
 * of typing itself use `user.type`.
 */
export async function fill(field: Element, text: string) {
  await user.click(field);
  await user.paste(text);
}
/** Enters a text and sends the form by the Enter key. */
export async function fillAndEnter(field: Element, text: string) {
  await fill(field, text);
  await user.keyboard('{Enter}');
}
/** Fields by their labels. */
export async function fillAll(
  labelled: (label: string) => Promise<Element>,
  fields: Record<string, string>,
) {
  for (const [label, text] of Object.entries(fields)) await fill(await labelled(label), text);
}
