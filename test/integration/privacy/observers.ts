import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import type { Inbox } from '../mail/inbox';
import { overTheApi, type KnownId } from './crawl';
import { inExports, inRecords } from './downloads';
import { countsBesideList } from './counts-beside-list';
import { inNoOrder, type Fact } from './facts';
import type { History } from './history';
import { timingBesideExport } from './timing-beside-export';
import { inADump, inLogs, inTheDatabase, inTheOwnCopy, inTheQueues, mailsTo } from './reach';

/** Everything that the observers can examine after a history was played. */
export interface Rig {
  readonly run: RunningApp;
  readonly inbox: Inbox;
  readonly logs: () => Record<string, readonly string[]>;
  /** The messages that sockets and webhooks of each person received while the history was played. */
  readonly received: ReadonlyMap<string, readonly Fact[]>;
  /**
   * What a program saw that read the lists of anonymous sessions after each step of the history.
   */
  readonly polled: readonly Fact[];
  /**
   * The facts that were already collected, by person: some people observe alone, and again together
   * with others.
   */
  readonly seen: Map<string, Promise<readonly Fact[]>>;
}

const everythingOf = async (
  { run, inbox, received }: Rig,
  history: History,
  who: TestPerson,
): Promise<Fact[]> => {
  const idsOf = (things: readonly { readonly _id: string }[], of: KnownId['of']) =>
    things.map(({ _id }): KnownId => ({ id: _id, of }));
  const api = await overTheApi(run, who, [
    ...idsOf(history.studies, 'studies'),
    ...idsOf(history.sessions, 'sessions'),
    { id: history.classroom_id, of: 'classrooms' },
  ]);
  return [
    ...api,
    ...(await inRecords(run, who, api)),
    ...(await inExports(run, api)),
    ...mailsTo(inbox, who),
    ...(await inTheOwnCopy(run, who)),
    ...(received.get(who._id) ?? []),
  ];
};

/** The facts that these people can collect together. */
export const people =
  (...of: ((history: History) => TestPerson)[]) =>
  async (rig: Rig, history: History): Promise<Fact[]> => {
    const found = of.map(async (one) => {
      const who = one(history);
      const facts = rig.seen.get(who._id) ?? everythingOf(rig, history, who);
      rig.seen.set(who._id, facts);
      return facts;
    });
    return (await Promise.all(found)).flat();
  };

/** What an observer in the room knows of a played history: who made each step in an anonymous study, and when. */
export const observedInTheRoom = ({ anonymous }: History): Fact[] =>
  anonymous.flatMap(({ person, moments }) =>
    moments.map((at) => ({
      place: 'seen in the room',
      row: { email: person.email, at: new Date(at + 300) },
    })),
  );

/**
 * Observers who must not be able to join names with answers, and the facts that each can collect.
 */
type Observers = Readonly<Record<string, (rig: Rig, history: History) => Promise<readonly Fact[]>>>;

/** People with accounts, who get what the API, mails, sockets and webhooks show them. */
export const ofAccounts: Observers = {
  'a hostile researcher': people(({ hostile }) => hostile),
  'another researcher': people(({ second }) => second),
  'both researchers together': people(
    ({ hostile }) => hostile,
    ({ second }) => second,
  ),
  'an editor of studies to whom the rosters are open, with names of a study of their own': people(
    ({ editor }) => editor,
  ),
  'an analyst of studies to whom the rosters are open, with names of a study of their own': people(
    ({ analyst }) => analyst,
  ),
  'a viewer of studies to whom the rosters are open': people(({ viewer }) => viewer),
  'the owner of studies with their editor, analyst and viewer': people(
    ({ hostile }) => hostile,
    ({ editor }) => editor,
    ({ analyst }) => analyst,
    ({ viewer }) => viewer,
  ),
  'a program that asks for the lists all day, beside a list of who did something in the room when':
    async (rig, history) => {
      const reached = await people(({ hostile }) => hostile)(rig, history);
      const beside = countsBesideList(reached, rig.polled);
      const timed = timingBesideExport(rig.polled, reached);
      return [...reached, ...rig.polled, ...beside, ...timed, ...observedInTheRoom(history)];
    },
  'an instructor of all participants, who has studies of their own': people(
    ({ instructor }) => instructor,
  ),
  'an assistant in the class of all participants': people(({ assistant }) => assistant),
  'the instructor and another researcher together': people(
    ({ instructor }) => instructor,
    ({ hostile }) => hostile,
  ),
  'a student who builds a study of that class, and takes part in others': people(
    ({ builder }) => builder,
  ),
  'two groups of that class and its instructor together': people(
    ({ builder }) => builder,
    ({ mate }) => mate,
    ({ instructor }) => instructor,
  ),
  'a researcher who is not approved': people(({ pending }) => pending),
  'an administrator': people(({ administrator }) => administrator),
};

/** Strangers without an account who obtained tables, queues or logs. */
export const ofStores: Observers = {
  'the role of the application': ({ run }) => inTheDatabase(run, ['commonlab_app']),
  'the server that takes one role after the other': ({ run }) =>
    inTheDatabase(run, ['commonlab_app', 'commonlab_link']),
  'the role for exports': ({ run }) => inTheDatabase(run, ['commonlab_export']),
  'whoever has the tables without names, and what a mail server noted of each mail': async ({
    run,
    inbox,
  }) => [
    ...(await inADump(run)).filter(({ place }) => !place.startsWith('identity.')),
    // The times of mails are left out: by docs/privacy.md, a mail follows an enrolment within
    // seconds.
    ...inNoOrder(
      inbox.received.map(({ to, parsed }) => ({
        place: 'log of the mail server',
        row: { to: to.join(), message_id: parsed.messageId ?? null },
      })),
    ),
  ],
  'whoever has a dump, the queues and the logs, but no key': async ({ run, logs }) => [
    ...(await inADump(run)),
    ...(await inTheQueues(run)),
    ...inLogs(logs()),
  ],
};
