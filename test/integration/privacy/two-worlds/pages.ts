import { participationOfEntry } from '../../../../server/enrolment/rosters/roster-entries';
import { Secrets } from '../../../../server/platform/security/secrets';
import { authorisationMatrixRows } from '../../authorisation/all-rows';
import type { MatrixRowRequest, AuthorisationRow } from '../../authorisation/row';
import { observersOf, readingMatrixRows, type ObserverCalls, type Observer } from './calls';
import { waitUntilWorkersIdle } from './quiet';
import { operationNameOf, parseText, type Observation } from './observations';
import { ObservedSessionFixtures } from './world-scene';
import type { SessionOfYesterday } from './yesterday';

/*
 * If the server filtered a list after it had cut it into pages, some pages would be short, and
 * cursors would be made from hidden rows. To find that, the test reads each list with one item per
 * page, and uses each address that a cursor contains.
 */

/** How long the reading of one list takes, in milliseconds of the simulated day. */
const turnMs = 20_000;
/**
 * The most pages that are read of a list; each takes a second of `turnMs`. Only lists that are the
 * same for all accounts are longer.
 */
const mostPages = 18;

const hasLimit = ({ endpoint }: AuthorisationRow): boolean =>
  'limit' in ((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
const lists = readingMatrixRows.filter(hasLimit);
const takingEntry = authorisationMatrixRows.filter(({ endpoint }) =>
  endpoint.path.includes('{entry}'),
);

/** The addresses of roster lines in responses, by session and participation. */
export class RosterEntryAddresses {
  private readonly found = new Map<
    string,
    { stage: SessionOfYesterday; of: string; entry: string }
  >();
  constructor(private readonly calls: ObserverCalls) {}

  /** Searches the whole response, including texts that decode to an object. */
  findIn(value: unknown): void {
    if (typeof value === 'string') this.readIn(value);
    else if (value !== null && typeof value === 'object')
      for (const one of Object.values(value)) this.findIn(one);
  }
  private readIn(text: string): void {
    const secrets = this.calls.run.app.get(Secrets, { strict: false });
    for (const stage of this.calls.yesterday.stages) {
      const of = participationOfEntry(secrets, stage.r.session_id, text);
      if (of !== null) this.found.set(`${stage.kind} ${of}`, { stage, of, entry: text });
    }
    const decoded = parseText(Buffer.from(text, 'base64url').toString());
    if (decoded !== null && typeof decoded === 'object' && !Array.isArray(decoded))
      this.findIn(decoded);
  }
  /**
   * Lists all addresses. Their order is the same in both compared histories, since the
   * participations of yesterday have the same ids.
   */
  all() {
    return [...this.found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  }
}
const ownerOf = ({ yesterday }: ObserverCalls): Observer => {
  const owner = observersOf(yesterday).find(({ name }) => name === 'owner');
  if (!owner) throw new Error('no owner');
  return owner;
};

/**
 * Reads every list that takes a limit to its end, one item per page.
 * @returns the addresses of roster lines in the lists
 */
export async function readAllPages(
  calls: ObserverCalls,
  when: string,
): Promise<RosterEntryAddresses> {
  await waitUntilWorkersIdle(calls.run);
  const entries = new RosterEntryAddresses(calls);
  const begins = calls.now();
  let turn = 0;
  for (const row of lists) {
    let isElsewhere = false;
    for (const [i, stage] of calls.yesterday.stages.entries()) {
      calls.begin(begins + ++turn * turnMs);
      // A list that is not about the sessions is read once.
      if (isElsewhere) continue;
      const scene = new ObservedSessionFixtures(calls.run, calls.yesterday, stage, stage.seated);
      const ask = await calls.askOf(row, scene);
      const isWatched = scene.isWatched && !scene.isReplaced;
      isElsewhere = ask !== undefined && !scene.isWatched && !scene.isReplaced;
      if (!ask || (i > 0 && !isWatched)) continue;
      await walk(calls, row, ask, `${when}${byOne}${row.what} ${stage.kind}`, entries);
    }
  }
  return entries;
}

/**
 * Reads a list page by page, and records all items, and the lengths of pages and cursors, as one
 * response.
 */
async function walk(
  calls: ObserverCalls,
  row: AuthorisationRow,
  ask: MatrixRowRequest,
  about: string,
  entries: RosterEntryAddresses,
) {
  const owner = ownerOf(calls);
  const items: unknown[] = [];
  const lengths: number[] = [];
  const cursors: number[] = [];
  let rest: Record<string, unknown> | undefined;
  let status = 0;
  for (let cursor: string | null = ''; cursor !== null && lengths.length < mostPages;) {
    const query = { ...ask.query, limit: '1', ...(cursor !== '' && { cursor }) };
    const answer = await calls.inject(row.endpoint, { ...ask, query }, owner);
    status = answer.statusCode;
    const body = parseText(answer.payload) as Record<string, unknown>;
    entries.findIn(body);
    const { items: some, next_cursor, request_id: _, ...others } = body;
    rest ??= others;
    if (Array.isArray(some)) items.push(...(some as unknown[]));
    lengths.push(Array.isArray(some) ? some.length : 0);
    cursor = typeof next_cursor === 'string' ? next_cursor : null;
    cursors.push(cursor?.length ?? 0);
  }
  calls.keep(operationNameOf(row.endpoint), `${about} | owner`, {
    status,
    body: { ...rest, items, pages: { lengths, cursors } },
  });
}

interface Walked {
  readonly body: { readonly pages: { readonly lengths: number[] } };
}
const byOne = ' by one ';
/** Whether the list was read page by page. */
export const isPagedReading = ({ key }: Observation): boolean => key.includes(byOne);
/** Whether a page before the last one does not have exactly one item. */
export const hasUnevenPage = ({ what }: Observation): boolean =>
  (what as Walked).body.pages.lengths.slice(0, -1).some((length) => length !== 1);

const noMessage = '00000000-0000-4000-8000-000000000000';
/** The body of each request that takes the address of a roster line. */
const bodies: Readonly<Record<string, object | undefined>> = {
  'GET /api/sessions/{id}/roster/{entry}/messages/': undefined,
  'PUT /api/sessions/{id}/roster/{entry}/messages/read/': { position: 1 },
  'POST /api/sessions/{id}/roster/{entry}/messages/': { text: 'Hello', ends_anonymity: true },
  'POST /api/sessions/{id}/roster/{entry}/messages/{message}/report/': { reason: 'Rude' },
  // Sessions without slots refuse this action for every line, and the refusal contains the state
  // that the list shows.
  'PUT /api/sessions/{id}/roster/{entry}/': { action: 'attend' },
  'PUT /api/sessions/{id}/roster/{entry}/payment/': { signed: true },
};

/**
 * Calls each endpoint that takes the address of a roster line, with each address found in a
 * response.
 */
export async function requestEachRosterEntry(
  calls: ObserverCalls,
  entries: RosterEntryAddresses,
  when: string,
): Promise<void> {
  const unknown = takingEntry.filter(({ endpoint }) => !(operationNameOf(endpoint) in bodies));
  if (unknown.length > 0)
    throw new Error(unknown.map((row) => operationNameOf(row.endpoint)).join());
  const endpoints = new Map(
    takingEntry.map(({ endpoint }) => [operationNameOf(endpoint), endpoint]),
  );
  for (const { stage, of, entry } of entries.all())
    for (const [name, endpoint] of endpoints)
      await calls.send(
        endpoint,
        {
          params: { id: stage.r.session_id, entry, message: noMessage },
          ...(bodies[name] && { body: bodies[name] }),
        },
        ownerOf(calls),
        `${when} found ${stage.kind} ${of}`,
      );
}
