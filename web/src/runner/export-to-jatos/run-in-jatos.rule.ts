import type { ForJatos } from './jatos-api';

/** The address of a page during a run in JATOS: `/publix/{result}/{component}/…`, below a path of the server's. */
export interface RunInJatos {
  /** JATOS' id of the run: the same on all of the run's pages, and no person's name. */
  readonly result: string;
  /** The beginning of the addresses of the run's components. */
  readonly root: string;
  /** `start` is the component itself; any other value is a file that was opened by its own address. */
  readonly file: string;
}

export function runInJatos(pathname: string): RunInJatos | undefined {
  const [, root, result, , file] = /^(.*?\/publix\/([^/]+)\/)([^/]+)\/(.*)$/.exec(pathname) ?? [];
  return root !== undefined && result !== undefined && file !== undefined
    ? { result, root, file }
    : undefined;
}

/** JATOS' number for the participant, from the cookie of the run; empty if there is none. */
export function workerIn(cookies: string, { result }: Pick<RunInJatos, 'result'>): string {
  const found = cookies
    .split('; ')
    .find((one) => one.startsWith('JATOS_ID') && one.includes(result));
  const values = found?.slice(found.indexOf('=') + 1) ?? '';
  return new URLSearchParams(values).get('workerId') ?? '';
}

/** FNV-1a with a final mixing step, in 32 bits, so that ids that differ in one digit give unrelated numbers. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * One of the study's conditions, drawn at random in proportion to their shares. It follows from the run's id, so it is the same on each
 * page of a run. No server counts the draws here, so groups do not stay equal.
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
