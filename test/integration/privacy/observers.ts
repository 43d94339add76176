import type { RunningApp } from '../../support/app';
import type { TestPerson } from '../../support/people';
import type { Inbox } from '../mail/inbox';
import { inNoOrder, type Fact } from './facts';
import type { History } from './history';
import {
  inADump,
  inLogs,
  inTheDatabase,
  inTheOwnCopy,
  inTheQueues,
  mailsTo,
  overTheApi,
} from './reach';

/** Everything that the suite looks at after a history was played. */
export interface Rig {
  readonly run: RunningApp;
  readonly inbox: Inbox;
  readonly logs: () => Record<string, readonly string[]>;
  /** What the sockets of each person were told while the history was played. */
  readonly told: ReadonlyMap<string, readonly Fact[]>;
}

const person =
  (of: (history: History) => TestPerson) =>
  async ({ run, inbox, told }: Rig, history: History): Promise<Fact[]> => {
    const who = of(history);
    const known = [...history.studies, ...history.sessions].map(({ _id }) => _id);
    return [
      ...(await overTheApi(run, who, known)),
      ...mailsTo(inbox, who),
      ...(await inTheOwnCopy(run, who)),
      ...(told.get(who._id) ?? []),
    ];
  };

/** Those from whom the product keeps names and answers apart, and everything that each can reach. */
export const observers: Readonly<
  Record<string, (rig: Rig, history: History) => Promise<readonly Fact[]>>
> = {
  'a hostile researcher': person(({ hostile }) => hostile),
  'another researcher': person(({ second }) => second),
  'both researchers together': async (rig, history) => [
    ...(await person(({ hostile }) => hostile)(rig, history)),
    ...(await person(({ second }) => second)(rig, history)),
  ],
  'a researcher who is not approved': person(({ pending }) => pending),
  'an administrator': person(({ administrator }) => administrator),
  'the role of the application': ({ run }) => inTheDatabase(run, ['commonlab_app']),
  'the server that takes one role after the other': ({ run }) =>
    inTheDatabase(run, ['commonlab_app', 'commonlab_link']),
  'the role for exports': ({ run }) => inTheDatabase(run, ['commonlab_export']),
  'whoever has the tables without names, and what a mail server noted of each mail': async ({
    run,
    inbox,
  }) => [
    ...(await inADump(run)).filter(({ place }) => !place.startsWith('identity.')),
    // Without the times: that a mail follows an enrolment within seconds is said in docs/privacy.md.
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
