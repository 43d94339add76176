import { capabilities } from '../../../server/contexts';
import { sha256Hex } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/app';
import { isLongTestRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import type { TestPerson } from '../../support/people/people';
import type { ObservedFact } from './facts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the facts in a response: each entry of a list, otherwise the response itself. */
export function factsInResponse(place: string, body: unknown): ObservedFact[] {
  if (typeof body !== 'object' || body === null) return [];
  const items = (body as { items?: unknown }).items ?? body;
  return Array.isArray(items)
    ? items.map((item) => ({ place, row: item as ObservedFact['row'] }))
    : [{ place, row: items as ObservedFact['row'] }];
}

/**
 * Returns the events of a calendar file, each of which is a fact. Joins lines again that the format
 * had folded.
 */
const eventsIn = (place: string, ics: string): ObservedFact[] =>
  ics
    .replace(/\r?\n[ \t]/g, '')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => ({
      place,
      row: Object.fromEntries(
        event.split(/\r?\n/).map((line) => {
          const [name = '', ...value] = line.split(':');
          return [
            name,
            value.join(':').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'),
          ];
        }),
      ),
    }));

/**
 * Yields each id in a response and its kind, which is the endpoint and the field where it stands.
 */
function* idsIn(place: string, value: unknown): Generator<readonly [id: string, kind: string]> {
  if (typeof value === 'string') {
    if (uuid.test(value)) yield [value, place];
  } else if (Array.isArray(value)) for (const one of value) yield* idsIn(place, one);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* idsIn(`${place} ${key}`, one);
}

/** An id that a person knows beforehand. `of` is the part of the paths that contain the id. */
export interface KnownId {
  readonly id: string;
  readonly of: 'studies' | 'sessions' | 'classrooms';
}
const kindOf = ({ of }: KnownId) => `/api/${of}/`;

/**
 * Whether ids of a kind may belong to the resource in the address of an endpoint. The field or list
 * that contains the ids must have the name of the resource (`session_id`, `session._id`, `_id` in
 * `/api/sessions/`). Ids of accounts are in fields of many names (`researcher`, `people`), so ids
 * of every kind may belong to accounts.
 */
function namesResource(call: string, kind: string): boolean {
  const resources = call.slice('/api/'.length, call.indexOf('/{')).split('/');
  if (resources.includes('users')) return true;
  const names = kind.split(/[ /]+/).filter((name) => !/^(|_id|id|items|\{\w+\})$/.test(name));
  return resources.some((one) => names.at(-1)?.includes(one.replace(/(ie|e)?s$/, '')));
}

const seed = printSeededRandom('which endpoints get ids of other resources').int(2 ** 31);
const drawn = new Map<string, boolean>();
/**
 * Draws whether an endpoint gets ids of another resource; the result is the same for all people.
 */
function isDrawn(call: string, kind: string): boolean {
  const pair = `${call} ${kind}`;
  const isIn = drawn.get(pair) ?? Number.parseInt(sha256Hex(`${seed} ${pair}`)[0] ?? '', 16) < 4;
  drawn.set(pair, isIn);
  return isIn;
}

/**
 * Returns how many ids of a kind an endpoint may refuse until it gets no further ids of that kind.
 * In a run that is not `long`, only one in four endpoints gets ids of another resource, and only
 * one such id, because the server refuses nearly all of these requests.
 */
function mostRefusals(call: string, kind: string): number {
  if (isLongTestRun || !call.includes('{') || namesResource(call, kind)) return 3;
  return isDrawn(call, kind) ? 1 : 0;
}
/**
 * The lines of a roster: a line has a new address (`entry`) each time the roster is read, and
 * always the same tag.
 */
const lines = /"entry":"([^"]+)","tag":"([^"]+)"/g;

/**
 * Reads everything that a person can read from the API: requests each GET of the contract, with all
 * pages, for every id that an earlier response contained or that the person knew before. Requests
 * each line of a roster, too.
 * @param within if given, requests only these places and the lines of rosters
 */
export async function readWholeApi(
  run: RunningApp,
  who: TestPerson,
  known: readonly KnownId[],
  within?: ReadonlySet<string>,
): Promise<ObservedFact[]> {
  const gets = capabilities.endpoints.filter(({ method }) => method === 'GET');
  const facts: ObservedFact[] = [];
  const asked = new Set<string>();
  const kinds = new Map(known.map((one) => [one.id, new Set([kindOf(one)])]));
  const beforehand = new Set(known.map(kindOf));
  /** The address of each roster line, by session and tag. */
  const entries = new Map<string, string>();
  /** The number of refusals for each endpoint and kind of id; -1 once a request succeeded. */
  const refused = new Map<string, number>();

  /** Makes one request. @returns whether it succeeded */
  const ask = async (call: string, path: string): Promise<boolean> => {
    let cursor: string | null = null;
    do {
      const url: string = cursor === null ? path : `${path}?cursor=${encodeURIComponent(cursor)}`;
      const answer = await run.app.inject({ method: 'GET', url, headers: who.headers });
      if (answer.statusCode === 429) throw new Error(`${url} is asked for too often to be seen`);
      if (answer.statusCode !== 200) return cursor !== null;
      if (answer.headers['content-type']?.toString().startsWith('text/calendar')) {
        facts.push(...eventsIn(path, answer.payload));
        return true;
      }
      const body = answer.json<{ next_cursor?: string | null }>();
      facts.push(...factsInResponse(path, body));
      for (const [id, kind] of idsIn(call, body))
        kinds.set(id, (kinds.get(id) ?? new Set()).add(kind));
      const session = /^\/api\/sessions\/([^/]+)\//.exec(path)?.[1];
      if (session)
        for (const [, entry = '', tag] of answer.payload.matchAll(lines))
          entries.set(`${session} ${tag}`, entry);
      cursor = body.next_cursor ?? null;
    } while (cursor !== null);
    return true;
  };
  /**
   * Whether a call is made: always for ids that the person knew beforehand, otherwise until there
   * were too many refusals.
   */
  const worth = (call: string, of: ReadonlySet<string>) =>
    [...of].some(
      (kind) =>
        (beforehand.has(kind) && call.startsWith(kind)) ||
        (refused.get(`${call} ${kind}`) ?? 0) < mostRefusals(call, kind),
    );
  const askOnce = async (call: string, path: string, of: ReadonlySet<string>): Promise<boolean> => {
    if (asked.has(path) || within?.has(path) === false || !worth(call, of)) return false;
    asked.add(path);
    const got = await ask(call, path);
    for (const kind of of) {
      const before = refused.get(`${call} ${kind}`) ?? 0;
      refused.set(`${call} ${kind}`, got || before < 0 ? -1 : before + 1);
    }
    return true;
  };
  const all = new Set(['all']);
  for (let more = true; more;) {
    more = false;
    for (const { path } of gets) {
      if (!path.includes('{')) more = (await askOnce(path, path, all)) || more;
      else if (path.includes('{entry}'))
        for (const [line, entry] of [...entries]) {
          if (asked.has(`${path} ${line}`)) continue;
          asked.add(`${path} ${line}`);
          const [session = ''] = line.split(' ');
          await ask(path, path.replace('{entry}', entry).replace(/\{\w+\}/g, session));
          more = true;
        }
      else
        for (const [id, of] of [...kinds])
          more = (await askOnce(path, path.replace(/\{\w+\}/g, id), of)) || more;
    }
  }
  return facts;
}
