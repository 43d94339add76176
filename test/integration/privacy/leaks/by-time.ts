import { timeOrderedId } from '../../../../server/platform/db/ids';
import { joinErrorCountsWithRuns } from '../counts-beside-list';
import { externalAnswerOf } from '../survey-tool-data';
import { factsSeenInTheRoom } from '../observers';
import { joinTimingWithExport } from '../timing-beside-export';
import { factsOfEachParticipation, type Leaks } from './leak';

/**
 * Leaks that the test adds on purpose, in which an account and its participation show the same
 * moment.
 */
export const leaksByTime: Leaks = {
  'decisions about many that are judged by the state of the moment, asked again and again': {
    way: 'time',
    facts: (history) => [
      ...factsOfEachParticipation(history, ({ participation_id, moments }) =>
        moments.map((at, step) => ({
          place: 'polled decisions',
          row: { tag: participation_id, told: `fault ${step}`, seen_at: new Date(at) },
        })),
      ),
      ...factsSeenInTheRoom(history),
    ],
  },
  'exact times on rosters, for an observer who saw who came when': {
    way: 'time',
    facts: (history) =>
      factsOfEachParticipation(history, ({ participation_id, moments, person }) => [
        {
          place: 'an anonymous roster',
          row: { participation_id, since: new Date(moments.at(-1) ?? 0) },
        },
        ...moments.map((at) => ({
          place: 'seen in the room',
          row: { email: person.email, at: new Date(at + 300) },
        })),
      ]),
  },
  'webhooks about an anonymous session, each at the moment of its move': {
    way: 'time',
    facts: (history) =>
      factsOfEachParticipation(history, ({ participation_id, moments, person }) =>
        moments.flatMap((at) => [
          { place: 'webhook', row: { tag: participation_id, seen_at: new Date(at + 200) } },
          { place: 'seen in the room', row: { email: person.email, at: new Date(at + 300) } },
        ]),
      ),
  },
  'the mails about messages, and the exact times of these on the other side': {
    way: 'time',
    facts: (history) =>
      factsOfEachParticipation(history, ({ participation_id, moments: [at = 0], person }) => [
        { place: 'messages', row: { participation_id, sent_at: new Date(at) } },
        { place: 'mails', row: { to: person.email, sent_at: new Date(at + 400) } },
      ]),
  },
  'a roster that follows each step, asked for again and again by a program': {
    way: 'time',
    facts: (history) => [
      ...factsOfEachParticipation(history, ({ participation_id, moments }) =>
        moments.map((at, step) => ({
          place: 'polled roster',
          row: { tag: participation_id, step, seen_at: new Date(at) },
        })),
      ),
      ...factsSeenInTheRoom(history),
    ],
  },
  'a list of runs that follows each record': {
    way: 'time',
    facts: (history) => [
      ...factsOfEachParticipation(history, ({ participation_id, moments }) =>
        moments.map((at, records) => ({
          place: 'polled runs',
          row: { tag: participation_id, records, seen_at: new Date(at) },
        })),
      ),
      ...factsSeenInTheRoom(history),
    ],
  },
  'live numbers of runs with errors that count at once, beside the list of the day after': {
    way: 'time',
    facts: (history) => {
      // Adds one error a day, each in a different person's run.
      const met = history.anonymous.map(({ participation_id, person, moments: [at = 0] }, i) => ({
        tag: participation_id,
        email: person.email,
        at: new Date(at + i * 86_400_000),
      }));
      const messages = [0, ...met.map((_, i) => i + 1)].map((errors, i) => ({
        place: 'socket runs.counted',
        row: {
          message: { session_id: 'a session', errors },
          seen_at: met[i - 1]?.at ?? new Date(0),
        },
      }));
      const listed = met.map(({ tag, at }) => ({
        place: 'polled runs',
        row: { tag, errors: 1, last_day: at.toISOString().slice(0, 10) },
      }));
      return [
        ...joinErrorCountsWithRuns(messages, listed),
        ...met.map(({ email, at }) => ({ place: 'seen in the room', row: { email, at } })),
      ];
    },
  },
  'figures of timing that gain each run as it is finished, beside the export of the last day': {
    way: 'time',
    facts: (history) => {
      // Gives each run a display that no other participant has.
      const done = history.anonymous.flatMap(({ condition, person, moments }) =>
        condition
          ? {
              name: condition.name,
              at: moments.at(-1) ?? 0,
              hz: 60 + history.people.indexOf(person),
            }
          : [],
      );
      const read = [...done]
        .sort((a, b) => a.at - b.at)
        .map(({ at }, i, all) => ({
          place: 'polled timing',
          row: {
            session_id: 'a session',
            measures: {
              refresh_hz: all.slice(0, i + 1).map(({ hz }) => ({ band: `${hz}`, runs: 1 })),
            },
            seen_at: new Date(at),
          },
        }));
      const exported = done.map(({ name, hz }) => ({
        place: 'export runs.json',
        row: { run_condition: name, run_refresh_hz: hz },
      }));
      return [...joinTimingWithExport(read, exported), ...factsSeenInTheRoom(history)];
    },
  },
  'records of runs in which a study wrote down its own clock': {
    way: 'time',
    facts: (history) => [
      ...factsOfEachParticipation(history, ({ participation_id, moments: [at = 0] }) => ({
        place: 'records',
        row: { run_of: participation_id, seq: 1, data: JSON.stringify({ rt: 300, at }) },
      })),
      ...factsSeenInTheRoom(history),
    ],
  },
  'data of elsewhere with the moments that a survey tool wrote down': {
    way: 'time',
    facts: (history) => [
      ...factsOfEachParticipation(history, (one) => ({
        place: 'export outside/survey.json',
        row: { said: externalAnswerOf(one), RecordedDate: new Date(one.moments.at(-1) ?? 0) },
      })),
      ...factsSeenInTheRoom(history),
    ],
  },
  'totals of conditions that follow each draw': {
    way: 'time',
    facts: (history) => [
      ...factsOfEachParticipation(history, ({ condition }) =>
        condition
          ? {
              place: 'polled conditions',
              row: { name: condition.name, seats: 1, seen_at: new Date(condition.drawn_at) },
            }
          : [],
      ),
      ...factsSeenInTheRoom(history),
    ],
  },
  'keys of mails with the time of the participation, and the log of a mail server': {
    way: 'time',
    facts: (history) =>
      factsOfEachParticipation(history, ({ participation_id, person, moments: [at = 0] }) => {
        const event = uuid7At(at + 1);
        return [
          { place: 'mails kept', row: { key: `${event}:enrolled` } },
          { place: 'participations', row: { participation_id, created_at: new Date(at) } },
          { place: 'log of the mail server', row: { id: `<${event}@lab>`, to: person.email } },
        ];
      }),
  },
};

/** Makes an id of version 7 that was created at this moment. */
function uuid7At(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${timeOrderedId().slice(13)}`;
}
