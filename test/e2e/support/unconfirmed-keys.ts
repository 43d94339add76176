import type { Page } from 'playwright-core';

/** How long the browser may take to confirm a key; on a busy machine it takes less than a second. */
const confirmedWithinMs = 5_000;

/**
 * Waits until the browser has confirmed the key.
 * @returns false if the browser did not confirm it in time
 */
async function confirmed(action: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), confirmedWithinMs);
  });
  try {
    return await Promise.race([action.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes key presses go on without the browser's confirmation. Some keys end the document that gets
 * them, such as the key that starts a preview again. Chromium never confirms these keys, and
 * Playwright would wait for it without a limit. What the test expects next shows whether the key
 * arrived. The keys of an unconfirmed shortcut are released, since Playwright would hold them for
 * ever.
 */
export function goOnAfterUnconfirmedKeys({ keyboard }: Page): void {
  const press = keyboard.press.bind(keyboard);
  const type = keyboard.type.bind(keyboard);
  const up = keyboard.up.bind(keyboard);
  keyboard.press = async (key, options) => {
    if (await confirmed(press(key, options))) return;
    for (const part of key.split('+').reverse()) await confirmed(up(part));
  };
  keyboard.type = async (text, options) => {
    for (const character of text) await confirmed(type(character, options));
  };
}
