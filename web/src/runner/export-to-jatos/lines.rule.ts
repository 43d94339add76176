import type { FrameMessage } from '../messages';

type Kind = Extract<FrameMessage, { type: 'record' }>['kind'];

/**
 * Returns a line of the result data in JATOS (JSON Lines). A trial is written as the study made it.
 * Every other line gets the key `commonlab`. In an object it is the last key. So if the study's
 * object already has this key, a JSON parser takes our value, which comes last.
 * @param data the text itself for the kind `text`, otherwise JSON
 */
export function jatosResultLine(kind: Kind, data: string): string {
  if (kind === 'trial') return data;
  if (kind === 'text') return jatosTextLine(data);
  const said = `"commonlab":"${kind}"`;
  if (!data.startsWith('{')) return `{${said},"value":${data}}`;
  return data === '{}' ? `{${said}}` : `${data.slice(0, -1)},${said}}`;
}
export const jatosTextLine = (text: string): string => JSON.stringify({ commonlab: 'text', text });
const again = '{"commonlab":"again","line":';
/**
 * Marks a line as possibly repeated: the page was left before JATOS answered, so JATOS may already
 * have the line. Each line is marked only once.
 */
export const markRepeatedLine = (line: string): string =>
  line.startsWith(again) ? line : `${again}${line}}`;
