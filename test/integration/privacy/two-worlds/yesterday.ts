import type { Conditions } from '../../../../contracts/study-files/conditions';
import { tokenScopes, type TokenScope } from '../../../../contracts/base/access';
import { startApp, type SeparateApp } from '../../../support/app/app';
import type { TestDatabases } from '../../../support/engines/engines';
import { makePeople, makeResearcher, type TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { apiTokenRequestsOf } from '../../api-tokens/tokens';
import { makePersonaAccounts, type PersonaAccounts } from '../../authorisation/personas';
import { collaboratorRequestsOf } from '../../collaborators/calls';
import { injectedRequestsOf } from '../../enrolment/direct-requests';
import { startTestWorkers } from '../../../support/app/workers';
import { privacyLevelRequestsOf } from '../../enrolment/rosters/levels';
import { externalStudyRequestsOf } from '../../external-returns/external-study';
import {
  finishRecordOf,
  newWriterId,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
} from '../../runtime/running';
import { makeStudy } from '../../studies/fixtures';
import { webhookRequestsOf } from '../../webhooks/hooks';
import { waitUntilWorkersIdle } from './quiet';
import { setEndOfYesterdayToNow } from './unsteady';
import { dayMs, ManualClock } from './set-clock';

export const sessionKinds = ['hosted', 'external'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** A person with a participation of yesterday, and what they need to continue it. */
export interface PersonOfYesterday {
  readonly person: TestPerson;
  readonly id: string;
  readonly run: { readonly _id: string; readonly writer: string; readonly datas: string[] } | null;
}
/**
 * An anonymous session of the owner, with its participants by their state at the beginning of the
 * simulated day.
 */
export interface SessionOfYesterday {
  readonly kind: SessionKind;
  readonly r: RecruitingStudy;
  /** A second anonymous session of the study, without participants when the day begins. */
  readonly other: string;
  /** A person with an account, who has no participation before today. */
  readonly newcomer: TestPerson;
  /** Enrolled, but not started. */
  readonly seated: PersonOfYesterday;
  readonly bystander: PersonOfYesterday;
  /** The participant who is working on the study. */
  readonly working: PersonOfYesterday;
  readonly done: PersonOfYesterday;
}
/** What exists when the simulated day begins: a database, and the people and sessions in it. */
export interface StateAfterYesterday {
  readonly engines: TestDatabases;
  readonly today: number;
  readonly cast: PersonaAccounts;
  readonly editor: TestPerson;
  readonly analyst: TestPerson;
  readonly viewer: TestPerson;
  readonly tokens: Readonly<Record<TokenScope, string>>;
  readonly stages: readonly SessionOfYesterday[];
  /** A study without participants. */
  readonly marker: string;
}

const conditions: Conditions = {
  draw: 'least_filled',
  repeats: 1,
  blinded: false,
  cells: ['red', 'green', 'blue'].map((name) => ({ name, share: 1, values: {} })),
};
/** Deadlines so long that no participation ends by itself on the simulated day. */
const monthsAway = {
  capacity: 14,
  start_within_minutes: 100_000,
  maximum_minutes: 10_000,
} as const;

/**
 * Simulates the two days before the compared day. The resulting database can be copied, because no
 * program stays connected to it.
 */
export async function simulateYesterday(
  today: number,
  environment: Readonly<Record<string, string>>,
  receiver: string,
): Promise<StateAfterYesterday> {
  const clock = new ManualClock(new Date(today - 2 * dayMs + 9 * 3_600_000));
  // `environment` allows the receivers of webhooks to run on this machine.
  const run = await startApp({ clock, environment: { ...environment, RATE_LIMITS: 'off' } });
  const { engines } = run;
  const workers = await startTestWorkers(run, { environment: { ...environment } });
  const cast = await makePersonaAccounts(run);
  const owner = cast.approved;
  const editor = await makeResearcher(run.source);
  const analyst = await makeResearcher(run.source);
  const viewer = await makeResearcher(run.source);
  const { source } = run;
  // Sets the times of all sign-ins to this morning, so that the server accepts calls which require
  // a recent sign-in.
  const signedIn = () =>
    source.query(
      `UPDATE identity.token SET created_at = $1::timestamptz, proved_at = $1::timestamptz,
         last_used_at = $1::timestamptz, expires_at = $1::timestamptz + interval '20 days'`,
      [new Date(today + 9.5 * 3_600_000)],
    );
  await signedIn();
  const stages: SessionOfYesterday[] = [];
  for (const kind of sessionKinds) stages.push(await stageOf(run, clock, cast, kind));
  for (const { r } of stages) {
    await collaboratorRequestsOf(run).join(owner, r.study_id, editor, 'editor');
    await collaboratorRequestsOf(run).join(owner, r.study_id, analyst, 'analyst');
    await collaboratorRequestsOf(run).join(owner, r.study_id, viewer, 'viewer');
    // The owner opens the roster to the viewer; this has no effect on anonymous sessions, launched
    // before or after.
    await collaboratorRequestsOf(run).setRoster(owner, r.study_id, viewer);
  }
  const tokens: Partial<Record<TokenScope, string>> = {};
  for (const scope of tokenScopes)
    tokens[scope] = (
      await apiTokenRequestsOf(run).make(owner, { scopes: [scope], days: 30 })
    ).token;
  for (const who of [owner, editor]) await webhookRequestsOf(run).create(who, receiver);
  const marker = await makeStudy(run, owner);
  await signedIn();
  await waitUntilWorkersIdle(run);
  await workers.close();
  await run.app.close();
  setEndOfYesterdayToNow();
  return {
    engines,
    today,
    cast,
    editor,
    analyst,
    viewer,
    tokens: tokens as Record<TokenScope, string>,
    stages,
    marker,
  };
}

async function stageOf(
  run: SeparateApp,
  clock: ManualClock,
  cast: PersonaAccounts,
  kind: SessionKind,
): Promise<SessionOfYesterday> {
  const part = { kind: 'part', percent: 50 } as const;
  const options = {
    ...monthsAway,
    researcher: cast.approved,
    title: `About ${kind} memory`,
    pay: { withdrawn: part, screened_out: part },
  };
  const r =
    kind === 'hosted'
      ? await launchHostedStudy(run, options, conditions)
      : await externalStudyRequestsOf(run).recruitOutside(options);
  const asking = injectedRequestsOf(run);
  const running = runRequestsOf(run);
  const passes = () => clock.advance(11 * 60_000);
  const seated = async (person: TestPerson): Promise<PersonOfYesterday> => {
    passes();
    const { status, body } = await asking.enrol(r, person);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { person, id: body._id, run: null };
  };
  const move = async ({ id, person }: PersonOfYesterday, action: string) => {
    passes();
    const { status, body } = await asking.transition(id, person, action);
    if (status !== 200) throw new Error(`${action}: ${JSON.stringify(body)}`);
  };
  const begun = async (one: PersonOfYesterday): Promise<PersonOfYesterday> => {
    if (kind === 'external') {
      await move(one, 'start');
      return one;
    }
    passes();
    const writer = newWriterId();
    const { status, body } = await running.start(one.id, one.person, writer);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const made = trialRecords(2);
    const going = { person: one.person, id: one.id, writer, run: body, r };
    await running.send(going, recordsToSend(made));
    return { ...one, run: { _id: body._id, writer, datas: made.map(({ data }) => data) } };
  };
  const ended = async (one: PersonOfYesterday): Promise<PersonOfYesterday> => {
    if (kind === 'external') {
      const { codes } = await externalStudyRequestsOf(run).proofs(r);
      passes();
      await externalStudyRequestsOf(run).type(one.id, one.person, codes.completed);
      return one;
    }
    await finishRun(run, one);
    await move(one, 'complete');
    return one;
  };
  const { session_id: other } = await privacyLevelRequestsOf(run).another(r, 'anonymous');
  const [newcomer, a, b, c, d, e, f] = await makePeople(run.source, 7);
  if (!newcomer || !a || !b || !c || !d || !e || !f) throw new Error('people');
  const done = await ended(await begun(await seated(a)));
  await ended(await begun(await seated(b)));
  await move(await begun(await seated(c)), 'withdraw');
  await begun(await seated(d));
  const working = await begun(await seated(e));
  const sitting = await seated(f);
  const bystander = await seated(cast.participant);
  return { kind, r, other, newcomer, seated: sitting, bystander, working, done };
}

/** Sends the last record of a run. */
export async function finishRun(
  run: SeparateApp,
  { id, person, run: begun }: PersonOfYesterday,
): Promise<void> {
  if (!begun) throw new Error('no run');
  const { _id: run_id, writer, datas } = begun;
  const answer = await runRequestsOf(run).ask('POST', `/api/participations/${id}/trials/`, person, {
    run_id,
    writer,
    trials: recordsToSend([finishRecordOf(datas)], datas.length + 1),
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}
