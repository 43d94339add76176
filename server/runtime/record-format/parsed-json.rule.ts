/** Parses bytes as JSON. @returns undefined for a text that is not JSON */
export function parseJsonBytes(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
