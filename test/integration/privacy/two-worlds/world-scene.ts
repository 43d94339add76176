import type { RosterEntry } from '../../../../contracts/enrolment/rosters';
import type { z } from 'zod';
import type { RunningApp } from '../../../support/app/app';
import type { RecruitingStudy, RecruitingOptions } from '../../../support/people/recruiting';
import { rosterTagOf } from '../../../../server/enrolment/rosters/roster-entries';
import { utcDay } from '../../../../server/platform/concurrency/clock';
import { Secrets } from '../../../../server/platform/security/secrets';
import { MatrixCellFixtures } from '../../authorisation/personas';
import type { PersonOfYesterday, SessionOfYesterday, StateAfterYesterday } from './yesterday';

/**
 * Thrown if a request of the matrix needs an act of a participant: the observers' requests must not
 * change what participants do.
 */
export class NotAboutSessionError extends Error {}

export const rosterTagIn = (
  { app }: Pick<RunningApp, 'app'>,
  { r }: SessionOfYesterday,
  person: string,
): string => {
  const secrets = app.get(Secrets, { strict: false });
  return rosterTagOf(secrets, r.session_id, secrets.pseudonym(r.study_id, 'anonymous', person));
};
type Line = z.output<typeof RosterEntry>;

export async function rosterOf(run: RunningApp, { r }: SessionOfYesterday): Promise<Line[]> {
  const url = `/api/sessions/${r.session_id}/roster/`;
  const answer = await run.app.inject({ method: 'GET', url, headers: r.researcher.headers });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.payload}`);
  return answer.json<{ items: Line[] }>().items;
}

/**
 * Lets the rows of the authorisation matrix send their requests about a session of yesterday,
 * instead of a session that the row creates. So the test uses each endpoint of the contract. It
 * also uses a new endpoint as soon as the matrix has a row for the endpoint.
 */
export class ObservedSessionFixtures extends MatrixCellFixtures {
  /** Whether the request is about the observed session. */
  isWatched = false;
  /**
   * Whether the request is about another study, because the thing that it needs could not be
   * created in the observed study.
   */
  isReplaced = false;
  /** Whether the request is about one line of the session's roster. */
  isAboutLine = false;
  constructor(
    override readonly run: RunningApp,
    yesterday: StateAfterYesterday,
    readonly stage: SessionOfYesterday,
    /** The roster line for requests that are about a single line. */
    private readonly line: PersonOfYesterday,
  ) {
    super(run, yesterday.cast, 'approved');
  }
  private about<T>(what: T): T {
    this.isWatched = true;
    return what;
  }
  override study(): Promise<string> {
    return Promise.resolve(this.about(this.stage.r.study_id));
  }
  override session() {
    const { study_id: study, session_id: session } = this.stage.r;
    return Promise.resolve(this.about({ study, session }));
  }
  override recruiting(options: RecruitingOptions = {}): Promise<RecruitingStudy> {
    if (Object.keys(options).length > 0) return super.recruiting(options);
    return Promise.resolve(this.about(this.stage.r));
  }
  override participation(options: RecruitingOptions = {}): Promise<string> {
    if (Object.keys(options).length > 0) return super.participation(options);
    this.isAboutLine = true;
    return Promise.resolve(this.about(this.line.id));
  }
  override async payment(): Promise<string> {
    this.isAboutLine = true;
    // A payment that was made today is in no list, and only its participant knows its id.
    const [payment]: { id: string }[] = await this.run.source.query(
      `SELECT id FROM research.payment
       WHERE participation_id = $1 AND (day < $2::date OR state_before IS NOT NULL)`,
      [this.line.id, utcDay(this.run.clock.now())],
    );
    if (!payment) throw new NotAboutSessionError();
    return this.about(payment.id);
  }
  override async rosterLine() {
    this.isAboutLine = true;
    const tag = rosterTagIn(this.run, this.stage, this.line.person._id);
    const entry = (await rosterOf(this.run, this.stage)).find((one) => one.tag === tag)?.entry;
    return this.about({ id: this.stage.r.session_id, entry: entry ?? 'nobody' });
  }
  override async conversation() {
    this.isAboutLine = true;
    if (this.line.person !== this.cast.participant) throw new NotAboutSessionError();
    return { ...(await this.rosterLine()), participation: this.line.id };
  }
}
