import type { Endpoint } from '../../../../contracts/base/endpoint';
import type { RunningApp } from '../../../support/app/app';
import { authorisationMatrixRows } from '../../authorisation/all-rows';
import { MatrixCellFixtures } from '../../authorisation/personas';
import { isLongTestRun } from '../../../support/chance/lanes';
import {
  matrixCellRequestOf,
  type MatrixRowRequest,
  type AuthorisationRow,
} from '../../authorisation/row';
import { operationNameOf, parseText, type Observation } from './observations';
import type { ManualClock } from './set-clock';
import { NotAboutSessionError, ObservedSessionFixtures } from './world-scene';
import type { PersonOfYesterday, SessionOfYesterday, StateAfterYesterday } from './yesterday';

/** An observer, with their credentials. */
export interface Observer {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isProgram: boolean;
}
/**
 * Lists the observers, those with the fewest rights first: an observer with more rights may change
 * or delete what the others request.
 */
export const observersOf = ({
  cast,
  editor,
  analyst,
  viewer,
  tokens,
}: StateAfterYesterday): Observer[] => [
  { name: 'viewer', headers: viewer.headers, isProgram: false },
  { name: 'analyst', headers: analyst.headers, isProgram: false },
  ...Object.entries(tokens).map(([scope, token]) => ({
    name: `token ${scope}`,
    headers: { authorization: `Bearer ${token}` },
    isProgram: true,
  })),
  { name: 'editor', headers: editor.headers, isProgram: false },
  { name: 'owner', headers: cast.approved.headers, isProgram: false },
];
export const rosterPeopleOf = ({
  seated,
  bystander,
  working,
  done,
}: SessionOfYesterday): Record<string, PersonOfYesterday> => ({
  bystander,
  seated,
  working,
  done,
});

/** The time between two requests, in milliseconds of the simulated day. */
const stepMs = 1_000;
/**
 * The time in which all observers use one endpoint for one line of a session, in milliseconds of
 * the simulated day.
 */
const turnMs = 8_000;
/**
 * These rows of the matrix need a booked slot. The test books it in the database, for a participant
 * who does nothing today.
 */
const ofBookings: ReadonlySet<string> = new Set([
  'PUT /api/participations/{id}/slot/',
  'DELETE /api/participations/{id}/slot/',
  'GET /api/participations/{id}/slot/calendar/',
]);
/** Headers of the connection, not of the response. */
const ofTransport = new Set(['date', 'connection', 'keep-alive', 'content-length']);

/**
 * In the short run, two observers send each request: the owner, who has the most rights, and one of
 * the others in turn. The turns are the same in both histories, and every observer sends many
 * requests. In the long run, all observers send each request.
 */
const someOfThem = (all: readonly Observer[], turn: number): readonly Observer[] =>
  isLongTestRun
    ? all
    : all.filter(({ name }, i) => name === 'owner' || i === turn % (all.length - 1));

/**
 * Sends the requests in one of the two compared histories (worlds). Each request has the same time
 * of the simulated day in both histories.
 */
export class ObserverCalls {
  readonly seen: Observation[] = [];
  private readonly times = new Map<string, number>();

  constructor(
    readonly run: RunningApp,
    readonly yesterday: StateAfterYesterday,
    private readonly clock: ManualClock,
  ) {}

  /** Sends a request. @returns the response as it came */
  async send(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    ask: MatrixRowRequest,
    observer: Pick<Observer, 'name' | 'headers'>,
    about = '',
  ) {
    const answer = await this.inject(endpoint, ask, observer);
    const said = parseText(answer.payload);
    const { length } = answer.rawPayload;
    const announced = answer.headers['content-length'];
    this.keep(operationNameOf(endpoint), `${about} | ${observer.name}`, {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).filter(([header]) => !ofTransport.has(header)),
      ),
      body: said,
      // The number of bytes that the response has beyond its content. The test compares the content
      // separately.
      padding: length - JSON.stringify(said).length,
      announced: announced === undefined ? null : Number(announced) - length,
    });
    return answer;
  }

  /** Sends a request without recording the response. */
  inject(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    { params = {}, query = {}, body }: MatrixRowRequest,
    { headers }: Pick<Observer, 'headers'>,
  ) {
    this.clock.advance(stepMs);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, of: string) =>
      encodeURIComponent(params[of] ?? ''),
    );
    return this.run.app.inject({
      method: endpoint.method.toUpperCase() as 'GET',
      url: path,
      query,
      headers: { ...headers },
      ...(body !== undefined && { payload: body }),
    });
  }

  keep(operation: string, about: string, what: unknown): void {
    const key = `${operation} | ${about}`;
    const n = (this.times.get(key) ?? 0) + 1;
    this.times.set(key, n);
    this.seen.push({ operation, key: `${key} #${n}`, what });
  }

  /**
   * Sends the requests of the rows of the matrix about each session, and, if a request is about a
   * line of the roster, about each line.
   * @param again leaves out requests that are not about the sessions, because they were sent before
   */
  async rows(of: readonly AuthorisationRow[], when: string, again = false): Promise<void> {
    const begins = this.clock.now().getTime();
    let turn = 0;
    for (const [n, row] of of.entries()) {
      const name = `${operationNameOf(row.endpoint)} ${row.what}`;
      if (again && this.elsewhere.has(name)) continue;
      for (const [i, stage] of this.yesterday.stages.entries()) {
        if (i > 0 && this.elsewhere.has(name)) continue;
        let isAboutLine = true;
        for (const [l, [who, line]] of Object.entries(rosterPeopleOf(stage)).entries()) {
          if (
            !isAboutLine ||
            (who !== 'bystander' && ofBookings.has(operationNameOf(row.endpoint)))
          )
            continue;
          this.clock.set(new Date(begins + ++turn * turnMs));
          const scene = new ObservedSessionFixtures(this.run, this.yesterday, stage, line);
          const ask = await this.askOf(row, scene);
          isAboutLine = scene.isAboutLine;
          if (!ask) continue;
          if (!scene.isWatched && !scene.isReplaced) this.elsewhere.add(name);
          const isWatched = scene.isWatched && !scene.isReplaced;
          const about = `${stage.kind}${isAboutLine ? `, ${who}` : ''}${isWatched ? '' : ', elsewhere'}`;
          for (const observer of someOfThem(this.observersOf(row, isWatched), n + i + l))
            await this.send(row.endpoint, ask, observer, `${when} ${row.what} ${about}`);
        }
      }
    }
  }
  /**
   * The names of rows whose requests are not about the observed sessions. The test sends these
   * requests only for the first session.
   */
  private readonly elsewhere = new Set<string>();

  /**
   * Returns the time of the simulated day. A caller passes it to `begin` in the other history, so
   * that both use the same time.
   */
  now(): number {
    return this.clock.now().getTime();
  }
  begin(at: number): void {
    this.clock.set(new Date(at));
  }

  /**
   * Makes the request of a row.
   * @returns undefined if a participant would have to act for it: the observers' requests must not
   * change what participants do
   */
  async askOf(
    row: AuthorisationRow,
    scene: ObservedSessionFixtures,
  ): Promise<MatrixRowRequest | undefined> {
    try {
      return await matrixCellRequestOf(row, scene);
    } catch (error) {
      if (error instanceof NotAboutSessionError) return undefined;
      // After earlier changes, this study may no longer allow what the request needs. Then the
      // request is about another study.
      scene.isReplaced = true;
      return matrixCellRequestOf(
        row,
        new MatrixCellFixtures(this.run, this.yesterday.cast, 'approved'),
      );
    }
  }

  /**
   * The observers who send a request. If API tokens may not send it, only one token tries: the
   * server refuses each token before it reads anything.
   */
  private observersOf({ endpoint: { access } }: AuthorisationRow, isWatched: boolean): Observer[] {
    const all = observersOf(this.yesterday);
    const token = 'token' in access ? access.token : undefined;
    return all.filter(({ name, isProgram }) =>
      isWatched
        ? !isProgram || token !== undefined || name === 'token manage'
        : name === 'owner' || (token !== undefined && name === `token ${token.scope}`),
    );
  }
}

export const readingMatrixRows = authorisationMatrixRows.filter(
  ({ endpoint }) => endpoint.method === 'GET',
);
