import type { FrameMessage } from '../messages';

type Kind = Extract<FrameMessage, { type: 'record' }>['kind'];

/**
 * Result data in JATOS: JSON Lines. A trial is the line that the study made; whatever else there is to
 * say has the key `commonlab`, which no trial has; it is the last one, so that it is read where the study
 * has one of the same name.
 * @param data JSON, or the text itself
 */
export function lineOf(kind: Kind, data: string): string {
  if (kind === 'trial') return data;
  if (kind === 'text') return textLine(data);
  const said = `"commonlab":"${kind}"`;
  if (!data.startsWith('{')) return `{${said},"value":${data}}`;
  return data === '{}' ? `{${said}}` : `${data.slice(0, -1)},${said}}`;
}
export const textLine = (text: string): string => JSON.stringify({ commonlab: 'text', text });
const again = '{"commonlab":"again","line":';
/** A line that JATOS may have already: the page was left before it had answered. Said once of each. */
export const againLine = (line: string): string =>
  line.startsWith(again) ? line : `${again}${line}}`;
