import { conditionNameKey } from '../../../contracts/study-files/conditions';
import type { StartedRun } from '../../../contracts/runtime/runtime';
import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import { triesInTestRun } from '../../support/chance/lanes';
import type { SeededRandom } from '../../support/chance/seeded';
import {
  runEnvironment,
  finishRecordOf,
  newWriterId,
  recordsToSend,
  trialRecords,
  type RecordContent,
} from '../runtime/running';
import type { ProductRequests } from './product-requests';
import { deviceFingerprintOf, displayTimingOf, trialTimingOf, type Participant } from './crowd';
import type { ParticipationPlan } from './parts';
import type { HistorySession } from './studies-of-history';

/** A participation in an anonymous session, and the person it belongs to. */
export interface AnonymousParticipation {
  readonly participation_id: string;
  readonly session_id: string;
  readonly study_id: string;
  readonly person: Participant;
  /** The times at which the person enrolled, started and so on, in milliseconds. */
  readonly moments: number[];
  /**
   * The condition of a hosted study, if it was drawn for this person alone, and the time of the
   * draw. Lists show the condition only when the run is over (`isOver`).
   */
  readonly condition:
    | { readonly name: string; readonly drawn_at: number; readonly isOver: boolean }
    | undefined;
}

/**
 * The number of records in one request. A run has more records, so it needs several requests, which
 * arrive at different times.
 */
const recordsAtOnce = triesInTestRun(3, 1);

/**
 * Lets `people` take part at random.
 * @param stepped is called after each step that `hostile` can observe
 */
export function letPeopleTakePart(
  run: RunningApp,
  { tried, read }: ProductRequests,
  {
    people,
    hostile,
    chance,
    stepped,
  }: {
    people: readonly Participant[];
    hostile: TestPerson;
    chance: SeededRandom;
    stepped: (session: HistorySession) => Promise<void>;
  },
) {
  /** Finds the line of a participant in the attendance list, as the researcher does. */
  const lineOf = async (where: HistorySession, participation: string, person: Participant) => {
    const { tag } = await read<{ tag: string }>(
      `/api/participations/${participation}/slots/`,
      person,
    );
    const { items } = await read<{ items: { tag: string; entry: string }[] }>(
      `/api/sessions/${where._id}/attendance/`,
      where.study.owner,
    );
    return items.find((line) => line.tag === tag)?.entry ?? '';
  };

  /** Asks a question as the participant, and answers it as the researcher. */
  const talk = async (
    where: HistorySession,
    participation: string,
    person: Participant,
    step: ProductRequests['tried'],
  ) => {
    const words = (text: string) => ({ text, ends_anonymity: true });
    await step(
      'POST',
      `/api/participations/${participation}/messages/`,
      person,
      words('When does it begin?'),
    );
    const { items } = await read<{ items: { entry: string; unread: boolean }[] }>(
      `/api/sessions/${where._id}/conversations/`,
      where.study.owner,
    );
    for (const { entry } of items.filter(({ unread }) => unread))
      await step(
        'POST',
        `/api/sessions/${where._id}/roster/${entry}/messages/`,
        where.study.owner,
        words('At once.'),
      );
  };
  /** Sends the records of a hosted study, and completes the study if the person's plan says so. */
  const work = async (
    person: Participant,
    seat: string,
    { actions, fails }: ParticipationPlan,
    isOfHostile: boolean,
    step: ProductRequests['tried'],
    moments: readonly number[],
  ) => {
    const writer = newWriterId();
    const path = `/api/participations/${seat}`;
    const started = await step<StartedRun>('POST', `${path}/runs/`, person, {
      writer,
      environment: runEnvironment,
    });
    const { _id: run_id, condition: drawn } = started ?? {};
    const name = drawn?.[conditionNameKey];
    if (typeof name !== 'string') throw new Error('no condition was drawn');
    const drawn_at = moments.at(-1) ?? 0;
    const isOver = actions.some((action) => action === 'complete' || action === 'withdraw');
    // Every trial records the time. In studies of the hostile researcher, it also records the
    // browser.
    const device = isOfHostile ? deviceFingerprintOf(people.indexOf(person)) : undefined;
    const made: RecordContent[] = trialRecords(1 + chance.int(3), name).map(({ kind, data }) => ({
      kind,
      data: JSON.stringify({ ...(JSON.parse(data) as object), at: drawn_at, device }),
    }));
    if (fails)
      made.push({
        kind: 'event',
        data: JSON.stringify({ type: 'error', message: 'no stimulus' }),
      });
    const at = people.indexOf(person);
    made.push(displayTimingOf(at), trialTimingOf(at));
    const datas = made.map(({ data }) => data);
    const records = actions.includes('complete') ? [...made, finishRecordOf(datas)] : made;
    const trials = recordsToSend(records);
    for (let from = 0; from < trials.length; from += recordsAtOnce)
      await step('POST', `${path}/trials/`, person, {
        run_id,
        writer,
        trials: trials.slice(from, from + recordsAtOnce),
      });
    return { name, drawn_at, isOver };
  };
  /** Takes part. @returns the participation, if it is in an anonymous session */
  const takePart = async (
    person: Participant,
    where: HistorySession,
    part: ParticipationPlan,
  ): Promise<AnonymousParticipation | undefined> => {
    const moments: number[] = [];
    const step: ProductRequests['tried'] = async (method, path, who, body) => {
      const answer = await tried<never>(method, path, who, body);
      if (who === person) moments.push(run.clock.now().getTime());
      if (where.privacy_level === 'anonymous' && where.study.owner === hostile)
        await stepped(where);
      return answer;
    };
    const seat = await step<{ _id: string }>(
      'POST',
      `/api/sessions/${where._id}/participations/`,
      person,
      { consent: where.study.consent },
    );
    if (!seat) return undefined;
    if (part.talks) await talk(where, seat._id, person, step);
    if (where.slots.length > 0) {
      await step('PUT', `/api/participations/${seat._id}/slot/`, person, {
        slot_id: where.slots[chance.int(where.slots.length)],
      });
      const entry = await lineOf(where, seat._id, person);
      for (const action of part.visit)
        await step('PUT', `/api/sessions/${where._id}/roster/${entry}/`, where.study.owner, {
          action,
        });
    }
    const { actions } = part;
    const condition =
      where.is_hosted && actions.includes('start')
        ? await work(person, seat._id, part, where.study.owner === hostile, step, moments)
        : undefined;
    for (const action of actions)
      if (action === 'complete' && where.code)
        await step('POST', `/api/participations/${seat._id}/external/`, person, {
          code: where.code,
        });
      else await step('PUT', `/api/participations/${seat._id}/`, person, { action });
    if (where.privacy_level !== 'anonymous') return undefined;
    return {
      participation_id: seat._id,
      session_id: where._id,
      study_id: where.study._id,
      person,
      moments,
      condition,
    };
  };
  return { takePart };
}
