/** URLs of participant panels for completed participants, with the code in them. */
const panels =
  /\b(?:app\.prolific\.(?:co|com)|prolific\.ac)\/submissions\/complete\/?\?[^"'\s]{0,300}?\bcc=([\w-]{3,40})/i;
const spoken =
  /\b(?:completion|confirmation|validation|payment|survey|secret|mturk|abschluss|bestätigungs|teilnahme)[\s-]*code\b/i;
/** Matches a code in capitals, of five or more characters; with a digit, or six letters. */
const code = /\b(?=[A-Z0-9-]{5,24}\b)(?:[A-Z-]*[0-9][A-Z0-9-]*|[A-Z]{6,})\b/;
/** The most characters between a completion code and the words that announce it. */
const near = 80;

/** Whether a text announces a completion code to the participant. */
export const announcesCode = (text: string): boolean => spoken.test(text);

/** A completion code that is written into a text, or null. */
export function completionCodeIn(text: string): string | null {
  const [, given] = panels.exec(text) ?? [];
  if (given) return given;
  const said = spoken.exec(text);
  if (!said) return null;
  const after = text.slice(said.index + said[0].length, said.index + said[0].length + near);
  return code.exec(after.replace(/<[^>]*>/g, ' '))?.[0] ?? null;
}
