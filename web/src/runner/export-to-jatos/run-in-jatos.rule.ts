import type { ForJatos } from './jatos-api';

/** Where a page of a run in JATOS is: `/publix/{result}/{component}/…`, below a path of the server's. */
export interface RunInJatos {
  /** JATOS' id of the run: the same on all of its pages, and no person's name. */
  readonly result: string;
  /** The beginning of the addresses of its components. */
  readonly root: string;
  /** `start` is the component itself; everything else, a file that was opened by its own address. */
  readonly file: string;
}

export function runInJatos(pathname: string): RunInJatos | undefined {
  const [, root, result, , file] = /^(.*?\/publix\/([^/]+)\/)([^/]+)\/(.*)$/.exec(pathname) ?? [];
  return root !== undefined && result !== undefined && file !== undefined
    ? { result, root, file }
    : undefined;
}

/** JATOS' number of who takes part, from the cookie of the run; empty where there is none. */
export function workerIn(cookies: string, { result }: Pick<RunInJatos, 'result'>): string {
  const found = cookies
    .split('; ')
    .find((one) => one.startsWith('JATOS_ID') && one.includes(result));
  const values = found?.slice(found.indexOf('=') + 1) ?? '';
  return new URLSearchParams(values).get('workerId') ?? '';
}

/** FNV-1a and a last mixing, in 32 bits: ids that differ in one digit give other numbers. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * One condition of the study's, by chance in proportion to their shares: the same on each page of a run,
 * since it follows from the run's id. No server counts here, so groups do not stay even.
 */
export function drawnCondition(
  conditions: ForJatos['conditions'],
  { result }: Pick<RunInJatos, 'result'>,
) {
  const cells = conditions?.cells ?? [];
  const places = cells.flatMap((cell) => Array.from({ length: cell.share }, () => cell));
  const cell = places[hashOf(result) % Math.max(1, places.length)];
  return cell ? { ...cell.values, name: cell.name } : null;
}
