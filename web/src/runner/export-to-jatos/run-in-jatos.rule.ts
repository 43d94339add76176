import type { JatosArchiveInfo } from './jatos-api';

/**
 * What the address of a page says about its run in JATOS. The path is
 * `/publix/{result}/{component}/…`, which may follow a base path of the JATOS server.
 */
export interface JatosRunAddress {
  /**
   * JATOS' id of the run. It is the same on all pages of the run and does not identify a person.
   */
  readonly result: string;
  /** The beginning of the addresses of the run's components. */
  readonly root: string;
  /**
   * `start` for the component's own page. If a link has opened a file of the study directly, the
   * name of that file.
   */
  readonly file: string;
}

export function parseJatosRunAddress(pathname: string): JatosRunAddress | undefined {
  const [, root, result, , file] = /^(.*?\/publix\/([^/]+)\/)([^/]+)\/(.*)$/.exec(pathname) ?? [];
  return root !== undefined && result !== undefined && file !== undefined
    ? { result, root, file }
    : undefined;
}

/**
 * Returns JATOS' number for the participant, from the cookie of the run; empty if there is none.
 */
export function jatosWorkerId(
  cookies: string,
  { result }: Pick<JatosRunAddress, 'result'>,
): string {
  const found = cookies
    .split('; ')
    .find((one) => one.startsWith('JATOS_ID') && one.includes(result));
  const values = found?.slice(found.indexOf('=') + 1) ?? '';
  return new URLSearchParams(values).get('workerId') ?? '';
}

/**
 * Computes FNV-1a with a final mixing step, in 32 bits, so that ids that differ in one digit give
 * unrelated numbers.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Draws one of the study's conditions, with probabilities proportional to their shares. The draw is
 * computed from the run's id, so that all pages of a run get the same condition. No server counts
 * the draws, so one condition may get more participants than its share.
 */
export function drawConditionInJatos(
  conditions: JatosArchiveInfo['conditions'],
  { result }: Pick<JatosRunAddress, 'result'>,
) {
  const cells = conditions?.cells ?? [];
  const places = cells.flatMap((cell) => Array.from({ length: cell.share }, () => cell));
  const cell = places[hashOf(result) % Math.max(1, places.length)];
  return cell ? { ...cell.values, name: cell.name } : null;
}
