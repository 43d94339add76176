import userEvent from '@testing-library/user-event';

/**
 * Simulates a person at keyboard and pointer. There is no pause between two keys or clicks, since
 * no page depends on one.
 */
export const user = userEvent.setup({ delay: null });

/**
 * Enters a text in one step, as pasting does: typing key by key would render the page for each character. Tests of typing itself use
 * `user.type`.
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
/** Fills in fields, found by their labels. */
export async function fillAll(
  labelled: (label: string) => Promise<Element>,
  fields: Record<string, string>,
) {
  for (const [label, text] of Object.entries(fields)) await fill(await labelled(label), text);
}
