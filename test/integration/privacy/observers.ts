import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import type { Inbox } from '../mail/inbox';
import { readWholeApi, type KnownId } from './crawl';
import { readExportRows, readRecordsOfRuns } from './downloads';
import { joinErrorCountsWithRuns } from './counts-beside-list';
import { inHashOrder, type ObservedFact } from './facts';
import type { SimulatedHistory } from './history';
import { joinTimingWithExport } from './timing-beside-export';
import {
  readDatabaseDump,
  logFactsOf,
  readAsDatabaseRole,
  readOwnDataCopy,
  readRedis,
  mailFactsTo,
} from './observed-facts-by-channel';

/** Everything that the observers can examine after a simulated history. */
export interface ObservationRig {
  readonly run: RunningApp;
  readonly inbox: Inbox;
  readonly logs: () => Record<string, readonly string[]>;
  /** The messages that sockets and webhooks of each person received during the history. */
  readonly received: ReadonlyMap<string, readonly ObservedFact[]>;
  /**
   * The responses to a program that read the lists of anonymous sessions after each step of the
   * history.
   */
  readonly polled: readonly ObservedFact[];
  /**
   * The facts that were already collected: those of each person, of each database role, and of the
   * dump. A person may observe alone and later together with others; the facts are collected only
   * once.
   */
  readonly seen: Map<string, Promise<readonly ObservedFact[]>>;
}

const everythingOf = async (
  { run, inbox, received }: ObservationRig,
  history: SimulatedHistory,
  who: TestPerson,
): Promise<ObservedFact[]> => {
  const idsOf = (things: readonly { readonly _id: string }[], of: KnownId['of']) =>
    things.map(({ _id }): KnownId => ({ id: _id, of }));
  const api = await readWholeApi(run, who, [
    ...idsOf(history.studies, 'studies'),
    ...idsOf(history.sessions, 'sessions'),
    { id: history.classroom_id, of: 'classrooms' },
  ]);
  return [
    ...api,
    ...(await readRecordsOfRuns(run, who, api)),
    ...(await readExportRows(run, api)),
    ...mailFactsTo(inbox, who),
    ...(await readOwnDataCopy(run, who)),
    ...(received.get(who._id) ?? []),
  ];
};

/** Collects facts once for all observers who have them, so that each is also examined only once. */
function collectOnce(
  { seen }: ObservationRig,
  what: string,
  collect: () => Promise<readonly ObservedFact[]>,
): Promise<readonly ObservedFact[]> {
  const facts = seen.get(what) ?? collect();
  seen.set(what, facts);
  return facts;
}

/** Makes a function that collects the facts which these people can see together. */
export const factsSeenBy =
  (...of: ((history: SimulatedHistory) => TestPerson)[]) =>
  async (rig: ObservationRig, history: SimulatedHistory): Promise<ObservedFact[]> => {
    const found = of.map(async (one) => {
      const who = one(history);
      return collectOnce(rig, who._id, () => everythingOf(rig, history, who));
    });
    return (await Promise.all(found)).flat();
  };

/**
 * Returns what an observer in the same room as the participants knows: who made each step in an
 * anonymous study, and when.
 */
export const factsSeenInTheRoom = ({ anonymous }: SimulatedHistory): ObservedFact[] =>
  anonymous.flatMap(({ person, moments }) =>
    moments.map((at) => ({
      place: 'seen in the room',
      row: { email: person.email, at: new Date(at + 300) },
    })),
  );

/**
 * Observers who must not be able to join names with answers, and the facts that each can collect.
 */
type Observers = Readonly<
  Record<
    string,
    (rig: ObservationRig, history: SimulatedHistory) => Promise<readonly ObservedFact[]>
  >
>;

/** People with accounts, who get what the API, mails, sockets and webhooks show them. */
export const accountObservers: Observers = {
  'a hostile researcher': factsSeenBy(({ hostile }) => hostile),
  'another researcher': factsSeenBy(({ second }) => second),
  'both researchers together': factsSeenBy(
    ({ hostile }) => hostile,
    ({ second }) => second,
  ),
  'an editor of studies to whom the rosters are open, with names of a study of their own':
    factsSeenBy(({ editor }) => editor),
  'an analyst of studies to whom the rosters are open, with names of a study of their own':
    factsSeenBy(({ analyst }) => analyst),
  'a viewer of studies to whom the rosters are open': factsSeenBy(({ viewer }) => viewer),
  'the owner of studies with their editor, analyst and viewer': factsSeenBy(
    ({ hostile }) => hostile,
    ({ editor }) => editor,
    ({ analyst }) => analyst,
    ({ viewer }) => viewer,
  ),
  'a program that asks for the lists all day, beside a list of who did something in the room when':
    async (rig, history) => {
      const reached = await factsSeenBy(({ hostile }) => hostile)(rig, history);
      const beside = joinErrorCountsWithRuns(reached, rig.polled);
      const timed = joinTimingWithExport(rig.polled, reached);
      return [...reached, ...rig.polled, ...beside, ...timed, ...factsSeenInTheRoom(history)];
    },
  'an instructor of all participants, who has studies of their own': factsSeenBy(
    ({ instructor }) => instructor,
  ),
  'an assistant in the class of all participants': factsSeenBy(({ assistant }) => assistant),
  'the instructor and another researcher together': factsSeenBy(
    ({ instructor }) => instructor,
    ({ hostile }) => hostile,
  ),
  'a student who builds a study of that class, and takes part in others': factsSeenBy(
    ({ builder }) => builder,
  ),
  'two groups of that class and its instructor together': factsSeenBy(
    ({ builder }) => builder,
    ({ mate }) => mate,
    ({ instructor }) => instructor,
  ),
  'a researcher who is not approved': factsSeenBy(({ pending }) => pending),
  'an administrator': factsSeenBy(({ administrator }) => administrator),
};

const readAs = (rig: ObservationRig, role: string) =>
  collectOnce(rig, role, () => readAsDatabaseRole(rig.run, role));
const dumpOf = (rig: ObservationRig) => collectOnce(rig, 'dump', () => readDatabaseDump(rig.run));

/** Strangers without an account who obtained tables, queues or logs. */
export const databaseAndLogObservers: Observers = {
  'the role of the application': (rig) => readAs(rig, 'commonlab_app'),
  'the server that takes one role after the other': async (rig) => [
    ...(await readAs(rig, 'commonlab_app')),
    ...(await readAs(rig, 'commonlab_link')),
  ],
  'the role for exports': (rig) => readAs(rig, 'commonlab_export'),
  'whoever has the tables without names, and what a mail server noted of each mail': async (
    rig,
  ) => [
    ...(await dumpOf(rig)).filter(({ place }) => !place.startsWith('identity.')),
    // The times of mails are left out: by docs/privacy.md, a mail follows an enrolment within
    // seconds.
    ...inHashOrder(
      rig.inbox.received.map(({ to, parsed }) => ({
        place: 'log of the mail server',
        row: { to: to.join(), message_id: parsed.messageId ?? null },
      })),
    ),
  ],
  'whoever has a dump, the queues and the logs, but no key': async (rig) => [
    ...(await dumpOf(rig)),
    ...(await readRedis(rig.run)),
    ...logFactsOf(rig.logs()),
  ],
};
