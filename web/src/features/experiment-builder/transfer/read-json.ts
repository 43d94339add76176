import { Timeline } from '../../../../../contracts/timeline/timeline';
import { fieldErrorCodeOf } from '../../../lib/form';

export interface JsonFault {
  /**
   * The path of the invalid value: keys and indices, joined by dots. Empty if the text is not JSON
   * at all.
   */
  path: string;
  /** A code of `fieldErrorCodes`, or `no_json`. */
  code: string;
}
const few = 20;

/** Reads a timeline from its JSON, or returns the errors in it with their paths. */
export function readTimelineJson(
  text: string,
): { timeline: Timeline } | { faults: readonly JsonFault[] } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { faults: [{ path: '', code: 'no_json' }] };
  }
  const read = Timeline.safeParse(given, { error: (issue) => fieldErrorCodeOf(issue) });
  if (read.success) return { timeline: read.data };
  return {
    faults: read.error.issues
      .slice(0, few)
      .map(({ path, message }) => ({ path: path.map(String).join('.'), code: message })),
  };
}
