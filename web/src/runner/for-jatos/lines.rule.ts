import type { FrameMessage } from '../messages';

type Kind = Extract<FrameMessage, { type: 'record' }>['kind'];

/**
 * Result data in JATOS: JSON Lines. A trial is the line that the study made; whatever else there is to
 * say has the key `commonlab`, which no trial has.
 * @param data JSON
 */
export function lineOf(kind: Kind, data: string): string {
  if (kind === 'trial') return data;
  if (kind === 'text') return textLine(data);
  const fields = data.slice(1, -1);
  return `{"commonlab":"${kind}"${fields === '' ? '' : `,${fields}`}}`;
}
export const textLine = (text: string): string => JSON.stringify({ commonlab: 'text', text });
/** A line that JATOS may have already: the page was left before it had answered. */
export const againLine = (line: string): string => `{"commonlab":"again","line":${line}}`;
