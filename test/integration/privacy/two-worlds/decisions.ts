import * as insights from '../../../../contracts/enrolment/session-insights';
import * as external from '../../../../contracts/external-returns/external-returns';
import { researcherActions } from '../../../../contracts/enrolment/participations';
import { readRoster, decideOnRosterEntry } from '../../../../contracts/enrolment/rosters';
import { returnOutcomes } from '../../../../contracts/external-returns/external-returns';
import { Secrets } from '../../../../server/platform/security/secrets';
import { signedReturn } from '../../external-returns/external-study';
import type { ObserverCalls } from './calls';
import { rosterPeopleOf, observersOf } from './calls';
import { rosterOf, rosterTagIn } from './world-scene';
import type { SessionOfYesterday } from './yesterday';

const decisionOf = (action: string) => ({
  action,
  ...(action === 'reject' && {
    category: 'low_effort',
    reason: 'You answered nothing at all in it.',
  }),
  ...((action === 'nullify' || action === 'overturn') && { reason: 'Tested only' }),
});
const nobody = 'f'.repeat(16);

/**
 * Returns the tags of the session's roster lines, and of participants who get a line only tomorrow.
 */
const tagsOf = (calls: ObserverCalls, stage: SessionOfYesterday): Record<string, string> =>
  Object.fromEntries(
    [
      ...Object.entries(rosterPeopleOf(stage)),
      ['newcomer', { person: stage.newcomer }] as const,
    ].map(([name, { person }]) => [name, rosterTagIn(calls.run, stage, person._id)]),
  );
const of = (calls: ObserverCalls, name: string) => {
  const found = observersOf(calls.yesterday).find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

/**
 * Requests decisions that fail because one of their tags is unknown. They change nothing, so a
 * program could send them every few seconds, about each line and with each action.
 */
export async function probeByDecisions(calls: ObserverCalls, when: string): Promise<void> {
  for (const stage of calls.yesterday.stages)
    for (const [line, tag] of Object.entries(tagsOf(calls, stage)))
      for (const action of researcherActions)
        await calls.send(
          insights.decideOnManyParticipations,
          {
            params: { id: stage.r.session_id },
            body: {
              decisions: [nobody, tag].map((one) => ({ tag: one, decision: decisionOf(action) })),
            },
          },
          of(calls, line === 'working' ? 'token manage' : 'owner'),
          `${when} probe ${stage.kind} ${line} ${action}`,
        );
}

/** Makes decisions that take effect: about one line, and about all lines of the roster. */
export async function decideOnAllRosterLines(calls: ObserverCalls): Promise<void> {
  for (const stage of calls.yesterday.stages) {
    const params = { id: stage.r.session_id };
    const tags = tagsOf(calls, stage);
    // Each line's state in the roster allows these decisions. Decisions that are easy to reverse
    // come first.
    const meant = [
      [['seated', 'approve']],
      [['working', 'attend']],
      [
        ['done', 'approve'],
        ['seated', 'no-show'],
      ],
      [
        ['working', 'screen-out'],
        ['bystander', 'approve'],
      ],
      [['working', 'screen-out']],
      [
        ['seated', 'nullify'],
        ['done', 'reject'],
      ],
      [
        ['working', 'nullify'],
        ['done', 'nullify'],
      ],
    ] as const;
    for (const decisions of meant)
      await calls.send(
        insights.decideOnManyParticipations,
        {
          params,
          body: {
            decisions: decisions.map(([line, action]) => ({
              tag: tags[line],
              decision: decisionOf(action),
            })),
          },
        },
        of(calls, 'owner'),
        `meant ${stage.kind} ${decisions.join(' ')}`,
      );
  }
}

/** Makes decisions about single lines, by their address in the roster. */
export async function decideOnSingleRosterLines(calls: ObserverCalls): Promise<void> {
  for (const stage of calls.yesterday.stages) {
    const tags = tagsOf(calls, stage);
    for (const action of researcherActions)
      for (const line of ['seated', 'working', 'done'] as const) {
        const entry = (await rosterOf(calls.run, stage)).find(
          ({ tag }) => tag === tags[line],
        )?.entry;
        await calls.send(
          decideOnRosterEntry,
          {
            params: { id: stage.r.session_id, entry: entry ?? 'nobody' },
            body: decisionOf(action),
          },
          of(calls, 'editor'),
          `one ${stage.kind} ${line} ${action}`,
        );
      }
  }
}

/** Requests the roster of each session, filtered by state. */
export async function requestWithFilters(calls: ObserverCalls, when: string): Promise<void> {
  for (const { r, kind } of calls.yesterday.stages)
    for (const state of [
      'enrolled',
      'started',
      'completed',
      'withdrawn',
      'timed_out,offer_expired',
    ])
      await calls.send(
        readRoster,
        { params: { id: r.session_id }, query: { state } },
        of(calls, 'token export'),
        `${when} ${kind} ${state}`,
      );
}

/**
 * Reports the result of each participant as the external study's server, with its token and
 * without.
 */
export async function reportReturns(calls: ObserverCalls, when: string): Promise<void> {
  const stage = calls.yesterday.stages.find(({ kind }) => kind === 'external');
  if (!stage) throw new Error('no external study');
  const { session_id: session, study_id, researcher } = stage.r;
  const proofs = await calls.run.app.inject({
    method: 'GET',
    url: `/api/sessions/${session}/external-returns/`,
    headers: researcher.headers,
  });
  const { token, secret } = proofs.json<external.ExternalReturns>();
  const secrets = calls.run.app.get(Secrets, { strict: false });
  const people = { ...rosterPeopleOf(stage), newcomer: { person: stage.newcomer } };
  for (const [line, { person }] of Object.entries(people))
    for (const outcome of [...returnOutcomes].reverse()) {
      const participant = secrets.pseudonym(study_id, 'anonymous', person._id).toString('hex');
      const about = `${when} ${line} ${outcome}`;
      const server = { name: 'server', headers: {} };
      await calls.send(
        external.returnByRedirect,
        { body: signedReturn(`${secret}x`, { session, participant } as never, outcome) },
        server,
        `${about} unproved`,
      );
      await calls.send(
        external.returnByServer,
        { body: { session, participant, outcome, token } },
        server,
        about,
      );
    }
}
