/**
 * Matches URLs at which participant panels register completed participants, with the completion
 * code in them.
 */
const panels =
  /\b(?:app\.prolific\.(?:co|com)|prolific\.ac)\/submissions\/complete\/?\?[^"'\s]{0,300}?\bcc=([\w-]{3,40})/i;
const spoken =
  /\b(?:completion|confirmation|validation|payment|survey|secret|mturk|abschluss|bestätigungs|teilnahme)[\s-]*code\b/i;
/**
 * Matches a completion code: five or more capitals and digits with at least one digit, or six or
 * more capitals.
 */
const code = /\b(?=[A-Z0-9-]{5,24}\b)(?:[A-Z-]*[0-9][A-Z0-9-]*|[A-Z]{6,})\b/;
/** The greatest distance in characters between a completion code and the words that announce it. */
const near = 80;

/** Whether a text tells participants that a completion code follows. */
export const announcesCode = (text: string): boolean => spoken.test(text);

/** Returns the completion code that a text contains, or null. */
export function completionCodeIn(text: string): string | null {
  const [, given] = panels.exec(text) ?? [];
  if (given) return given;
  const said = spoken.exec(text);
  if (!said) return null;
  const after = text.slice(said.index + said[0].length, said.index + said[0].length + near);
  return code.exec(after.replace(/<[^>]*>/g, ' '))?.[0] ?? null;
}
