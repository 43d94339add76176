import type { Endpoint } from '../../../../contracts/base/endpoint';

/**
 * One thing that an observer received: a response, a mail, a message of a webhook or of a socket.
 */
export interface Observation {
  /** The endpoint or channel by which the observation came. It does not name the observer. */
  readonly operation: string;
  /**
   * The key by which the test finds the observation in the other history. It names the request, the
   * object that the request is about, and the observer.
   */
  readonly key: string;
  readonly what: unknown;
}

type Value = string | number | boolean | null;
/** Lists all values inside a value by path; an empty list or object counts as a value. */
export function valuesByPath(value: unknown, path = ''): Map<string, Value> {
  const leaves = new Map<string, Value>();
  const walk = (one: unknown, at: string) => {
    if (one === undefined) return;
    if (one === null || typeof one !== 'object') leaves.set(at, one as Value);
    else if (Array.isArray(one)) {
      leaves.set(`${at}.length`, one.length);
      one.forEach((each, i) => walk(each, `${at}[${i}]`));
    } else for (const [name, each] of Object.entries(one)) walk(each, `${at}.${name}`);
  };
  walk(value, path);
  return leaves;
}

/** Parses a text that is JSON. Otherwise returns its lines, and parses each line that is JSON. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const lines = text.split(/\r?\n/);
    return lines.map((line) => {
      try {
        return JSON.parse(line) as unknown;
      } catch {
        return line;
      }
    });
  }
}
export const operationNameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method} ${path}`;
