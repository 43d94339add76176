import { DeadlineEnforcer } from '../../../server/enrolment/deadlines/deadlines';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { unguardedJob } from '../../support/app/due-guard';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { injectedRequestsOf } from '../enrolment/direct-requests';
import { rosterEntryOf } from '../../../server/enrolment/rosters/roster-entries';
import { Secrets } from '../../../server/platform/security/secrets';
import { modelledDurations, takenSeats, type SeatModel, type SeatStep } from './seat-model';
import { EventLog } from './event-log';

const reason =
  'The answers came faster than anybody can read the questions, in each block. '.repeat(2);
const wordsOf = { reject: { category: 'too_fast', reason }, nullify: { reason } };

/**
 * A real session that several servers handle, with its people. A test compares it with the model.
 */
export class SessionUnderTest {
  /** The participations, by the number of the person. */
  readonly ids = new Map<number, string>();

  private constructor(
    private readonly servers: readonly RunningApp[],
    private readonly session: RecruitingStudy,
    private readonly people: readonly TestPerson[],
    private readonly told: EventLog,
  ) {}

  static async of(
    servers: readonly RunningApp[],
    session: RecruitingStudy,
    people: readonly TestPerson[],
  ): Promise<SessionUnderTest> {
    const [run] = servers;
    if (!run) throw new Error('no server');
    return new SessionUnderTest(
      servers,
      session,
      people,
      await EventLog.of(run, [session.session_id]),
    );
  }

  /**
   * Takes one step on one of the servers.
   * @returns the state of the participation, `done`, or the error code
   */
  async take(step: SeatStep, server: number): Promise<string> {
    const run = this.servers[server % this.servers.length];
    if (!run) throw new Error('no server');
    const { ask, enrol, transition } = injectedRequestsOf(run);
    const { session_id, researcher } = this.session;
    const id = 'who' in step ? (this.ids.get(step.who) ?? '') : '';
    const person = 'who' in step ? this.people[step.who] : researcher;
    if (!person) throw new Error('no such person');
    switch (step.kind) {
      case 'enrol': {
        const { status, body } = await enrol(this.session, person, {
          ...(step.waits && { waitlist: true }),
        });
        if (status >= 300) return body.code;
        this.ids.set(step.who, body._id);
        return status === 200 ? `already ${body.state}` : body.state;
      }
      case 'move': {
        const { status, body } = await transition(id, person, step.action);
        return status < 300 ? body.state : body.code;
      }
      case 'decide': {
        const entry = rosterEntryOf(run.app.get(Secrets), session_id, id);
        const { status, body } = await ask(
          'PUT',
          `/api/sessions/${session_id}/roster/${entry}/`,
          researcher,
          { action: step.action, ...(step.action in wordsOf && wordsOf[step.action as 'reject']) },
        );
        return status < 300 ? body.state : body.code;
      }
      case 'capacity':
      case 'session': {
        const { status, body } = await ask(
          'PUT',
          `/api/sessions/${session_id}/`,
          researcher,
          step.kind === 'capacity' ? { capacity: step.to } : { state: step.to },
        );
        return status < 300 ? 'done' : body.code;
      }
      case 'sweep': {
        const deadlines = unguardedJob(run.app.get(DeadlineEnforcer, { strict: false }));
        await deadlines.openSessions();
        await deadlines.closeSessions();
        await deadlines.endOverdue();
        return 'done';
      }
    }
  }

  /** Reads from the database what is compared with the model. */
  async picture(now: Date): Promise<ComparedSession> {
    const [run] = this.servers;
    if (!run) throw new Error('no server');
    const rows: {
      id: string;
      state: ParticipationState;
      wait_no: string | null;
      due_at: Date | null;
    }[] = await run.source.query(
      `SELECT id, state, wait_no, due_at FROM research.participation
       WHERE session_id = $1 ORDER BY wait_no`,
      [this.session.session_id],
    );
    const [session]: { capacity: number; state: SeatModel['state']; counted: number }[] =
      await run.source.query(
        `SELECT capacity, state, research.seats_taken(s) AS counted FROM research.session s
         WHERE id = $1`,
        [this.session.session_id],
      );
    if (!session) throw new Error('no session');
    const whoIs = new Map([...this.ids].map(([who, id]) => [id, who]));
    await this.told.read((id) => this.people[whoIs.get(id) ?? -1]?.email.toLowerCase());
    const byWho = (all: ReadonlyMap<string, readonly string[]>) =>
      Object.fromEntries([...all].map(([id, names]) => [whoIs.get(id) ?? -1, names]));
    const numbered = rows.map((row) => ({ ...row, who: whoIs.get(row.id) ?? -1 }));
    return {
      ...session,
      people: Object.fromEntries(
        numbered.map(({ who, state, due_at }) => [
          who,
          due_at === null
            ? state
            : `${state} ${Math.round((due_at.getTime() - now.getTime()) / 60_000)}`,
        ]),
      ),
      line: numbered.filter(({ wait_no }) => wait_no !== null).map(({ who }) => who),
      events: byWho(this.told.events),
      mails: byWho(this.told.mails),
    };
  }
}

/**
 * What is compared: each person's state and remaining minutes, the waitlist, the seats, and the
 * events and mails of each person in their order.
 */
export interface ComparedSession {
  readonly capacity: number;
  readonly state: SeatModel['state'];
  readonly counted: number;
  readonly people: Readonly<Record<number, string>>;
  readonly line: readonly number[];
  readonly events: Readonly<Record<number, readonly string[]>>;
  readonly mails: Readonly<Record<number, readonly string[]>>;
}
export const comparedSessionOf = (model: SeatModel): ComparedSession => ({
  capacity: model.capacity,
  state: model.state,
  counted: takenSeats(model),
  people: Object.fromEntries(
    [...model.people].map(([who, { state, due }]) => [
      who,
      due === null ? state : `${state} ${due - model.now}`,
    ]),
  ),
  line: model.line,
  events: Object.fromEntries(model.events),
  mails: Object.fromEntries(model.mails),
});

/** The options of a real session that has the durations of the model. */
export const modelledSessionOptions = {
  privacy_level: 'roster_on_start',
  start_within_minutes: modelledDurations.lease,
  maximum_minutes: modelledDurations.run,
};
