import type { FrameMessage } from '../messages';

type Kind = Extract<FrameMessage, { type: 'record' }>['kind'];

/**
 * A line of the result data in JATOS (JSON Lines). A trial is the line that the study made. Everything else has the key `commonlab`,
 * which no trial has; it is the last key, so that ours counts if the study has one of the same name.
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
/** Marks a line that JATOS may already have, since the page was left before it answered. Each line is marked only once. */
export const againLine = (line: string): string =>
  line.startsWith(again) ? line : `${again}${line}}`;
