import type { QueryClient } from '@tanstack/react-query';
import { readProfile } from '../../../../contracts/accounts/accounts';
import type {
  SeatAvailability,
  LiveMessages,
  TopicSnapshots,
} from '../../../../contracts/live/live';
import type { LiveTopic } from '../../../../contracts/live/live-topics';
import { listConsentVersions, readConsent } from '../../../../contracts/studies/consents';
import { listParticipations } from '../../../../contracts/enrolment/participations';
import {
  listInvitations,
  listReviews,
  readOwnReview,
} from '../../../../contracts/researchers/researchers';
import { readRoster } from '../../../../contracts/enrolment/rosters';
import { listSessions, readSession } from '../../../../contracts/enrolment/sessions';
import {
  listAttendance,
  listSlots,
  readSlotBookingOptions,
} from '../../../../contracts/slots/slots';
import { listStudies, readStudy } from '../../../../contracts/studies/studies';
import { ApiError } from '../http/api';
import { createEditorTracker } from './live-editors';
import { createLiveExports } from './exports/live-exports';
import { createLivePayments } from './payments/live-payments';
import { createLiveRuns } from './live-runs';
import { conversationEndpoints, endpointsOfPerson, refetchByHttp } from './live-by-http';
import { createLiveClassrooms } from './live-classrooms';
import { createRequestSpreader } from './spread';
import { type LiveSessions, liveSessionsKey, pendingReviewsKey } from './overlay-live-sessions';

/**
 * Returns the newer of two messages about a session. Researchers get two messages about each
 * version, in either order. Only one of the messages has counts, which must not be lost.
 */
export function newerAvailability(
  known: SeatAvailability | undefined,
  next: SeatAvailability,
): SeatAvailability {
  if (!known) return next;
  if (next.version < known.version) return known;
  if (next.version === known.version) return next.counts && !known.counts ? next : known;
  return next.counts ? next : { ...next, counts: known.counts };
}

/** Merges newer messages into the known sessions. Returns the same object if none is newer, so that nothing re-renders. */
export function mergeAvailability(
  known: LiveSessions,
  messages: readonly SeatAvailability[],
): LiveSessions {
  let merged: Record<string, SeatAvailability> | undefined;
  for (const message of messages) {
    const before = (merged ?? known)[message.session_id];
    const after = newerAvailability(before, message);
    if (after !== before) (merged ??= { ...known })[message.session_id] = after;
  }
  return merged ?? known;
}

const covers = (topic: LiveTopic, message: SeatAvailability) =>
  topic === 'dashboard'
    ? message.counts !== undefined
    : topic === `study:${message.study_id}` ||
      topic === `session:${message.session_id}` ||
      // The topic of a private link does not name its session. While such a topic is watched, each session may be the
      // session of the link, so none is removed.
      topic.startsWith('link:');

/**
 * Whether a new state of the session may change the person's enrol button, the description, or the
 * place in the catalogue. Only the server can compute these.
 */
const changesTheButton = (before: SeatAvailability | undefined, after: SeatAvailability) =>
  before !== undefined &&
  before.version < after.version &&
  (before.state !== after.state ||
    before.spots_available > 0 !== after.spots_available > 0 ||
    before.capacity !== after.capacity);

/** Creates the object that writes live messages into the query cache. No other code does so. */
export function createLiveCache(
  client: QueryClient,
  {
    spreadMs = 400,
    slotsSpreadMs = 2_000,
    paymentsSpreadMs = 2_000,
    classroomSpreadMs = 2_000,
  } = {},
) {
  // No query observer uses the live entries: without this setting, they would be deleted while a page shows them.
  client.setQueryDefaults(['live'], { gcTime: Infinity, staleTime: Infinity });
  const invalidate = (...queryKey: readonly unknown[]) =>
    void client.invalidateQueries({ queryKey });
  const read = () => client.getQueryData<LiveSessions>(liveSessionsKey) ?? {};
  const spread = createRequestSpreader();

  const refreshStudy = (id: string) =>
    spread.within(spreadMs, id, () => {
      invalidate(readStudy.path, { params: { id } });
      invalidate(listStudies.path);
    });

  /** Whether no cached list has this session, which another window may have created. */
  function isUnlisted(message: SeatAvailability) {
    const lists = client.getQueriesData<{
      items?: { _id: string }[];
      pages?: { items: { _id: string }[] }[];
    }>({ queryKey: [listSessions.path] });
    const loaded = lists.flatMap(
      ([, data]) => data?.items ?? data?.pages?.flatMap((page) => page.items) ?? [],
    );
    return (
      lists.some(([, data]) => data !== undefined) &&
      !loaded.some((session) => session._id === message.session_id)
    );
  }

  const studyUpdated = ({ _id }: LiveMessages['study.updated']) =>
    [readStudy, readConsent, listConsentVersions].forEach((e) =>
      invalidate(e.path, { params: { id: _id } }),
    );

  /** Refetches everything that is shown of the study, since the person's role decides what may be shown. */
  const accessUpdated = ({ _id }: LiveMessages['access.updated']) => {
    [listStudies, listSessions, readSession, readRoster].forEach((e) => invalidate(e.path));
    void client.invalidateQueries({
      predicate: ({ queryKey: [, input] }) =>
        (input as { params?: { id?: unknown } } | undefined)?.params?.id === _id,
    });
  };

  function takeSessions(messages: readonly SeatAvailability[]) {
    const before = read();
    const after = mergeAvailability(before, messages);
    if (after === before) return;
    client.setQueryData(liveSessionsKey, after);
    for (const message of messages) {
      const now = after[message.session_id];
      if (now && changesTheButton(before[message.session_id], now)) refreshStudy(message.study_id);
    }
    if (
      messages.some(
        (message) => message.counts && !before[message.session_id] && isUnlisted(message),
      )
    )
      invalidate(listSessions.path);
  }

  const runs = createLiveRuns(client);
  const payments = createLivePayments(client, spread, paymentsSpreadMs);
  const dataExports = createLiveExports(client);
  const classrooms = createLiveClassrooms(client, spread, classroomSpreadMs);
  /** Removes the numbers of unwatched sessions. Pages then show the numbers from HTTP. */
  function forget(topics: readonly LiveTopic[]) {
    const known = read();
    const kept = Object.values(known).filter((message) =>
      topics.some((topic) => covers(topic, message)),
    );
    if (kept.length !== Object.keys(known).length)
      client.setQueryData(liveSessionsKey, Object.fromEntries(kept.map((m) => [m.session_id, m])));
    runs.forget(topics);
  }

  return {
    takeSessions,
    runs,
    /**
     * Handles the snapshot of a newly watched topic. Some snapshots contain the data. The others
     * only confirm that the topic is watched from now on. The page may have missed a change before
     * that, so it refetches the data.
     */
    takeSnapshot(topic: LiveTopic, snapshot: TopicSnapshots[keyof TopicSnapshots]) {
      if (topic === 'me') {
        [...endpointsOfPerson, ...conversationEndpoints].forEach((e) => invalidate(e.path));
      } else if (topic === 'reviews') {
        if ('pending' in snapshot) client.setQueryData(pendingReviewsKey, snapshot.pending);
        invalidate(listReviews.path);
      } else if (topic.startsWith('runs:')) runs.takeSnapshot(snapshot);
      else if (topic.startsWith('slots:')) invalidate(readSlotBookingOptions.path);
      else if (topic.startsWith('classroom:')) classrooms.changed();
      else if (topic.startsWith('editing:')) studyUpdated(snapshot as { _id: string });
      else if (Array.isArray(snapshot)) takeSessions(snapshot);
      else if ('version' in snapshot) {
        takeSessions([snapshot]);
        payments.ofSession(snapshot.session_id);
      }
    },
    forget,
    /**
     * Refetches the profile and the person's own review: the server sends this message for changes
     * of both.
     */
    userUpdated: () => {
      invalidate(readProfile.path);
      invalidate(readOwnReview.path);
    },
    studyUpdated,
    accessUpdated,
    editors: (say: (topic: LiveTopic) => void) => createEditorTracker(client, say),
    paymentUpdated: payments.own,
    paymentsUpdated: payments.sessionChanged,
    messageArrived: () => conversationEndpoints.forEach((e) => invalidate(e.path)),
    /**
     * Researchers are few, so they refetch the lists of slots and attendance immediately. Thousands of participants may
     * be choosing a slot, so their requests are spread over time.
     */
    slotsUpdated: () => {
      invalidate(listSlots.path);
      invalidate(listAttendance.path);
      spread.within(slotsSpreadMs, 'slots', () => invalidate(readSlotBookingOptions.path));
    },
    classroomUpdated: classrooms.changed,
    participationUpdated(_message: LiveMessages['participation.updated']) {
      invalidate(readSlotBookingOptions.path);
      invalidate(listParticipations.path);
      invalidate(readStudy.path);
      payments.own();
    },
    /** A request for a review may have used up an invitation, so the invitations are refetched, too. */
    reviewUpdated: () => {
      invalidate(listReviews.path);
      invalidate(listInvitations.path);
    },
    /** Called when the server is back: queries that failed and gave up while it was away are refetched. */
    readAgain: () =>
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state: { status, error } }) =>
          status === 'error' &&
          !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      }),
    exportProgress: dataExports.progress,
    exportChanged: dataExports.changed,
    /**
     * Reads by HTTP while there is no socket. Earlier messages of the socket are then outdated, so
     * they are removed. If a new socket opens during the request, its messages are newer and stay.
     */
    readByHttp: async (topics: readonly LiveTopic[], isOver: () => boolean) => {
      const answered = await refetchByHttp(client, topics, isOver);
      if (answered && !isOver()) forget([]);
      return answered;
    },
    stop: () => spread.stop(),
  };
}
export type LiveCache = ReturnType<typeof createLiveCache>;
