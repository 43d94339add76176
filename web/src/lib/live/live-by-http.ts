import type { QueryClient } from '@tanstack/react-query';
import { readProfile } from '../../../../contracts/accounts/accounts';
import { readSessionBatchDocument } from '../../../../contracts/runtime/batch-session';
import { readConditions } from '../../../../contracts/study-files/conditions';
import { listConsentVersions, readConsent } from '../../../../contracts/studies/consents';
import { listExports } from '../../../../contracts/data-rights/data-rights';
import type { LiveTopic, LiveTopicKind } from '../../../../contracts/live/live-topics';
import {
  countUnread,
  listConversations,
  listParticipantConversations,
  listStudyConversations,
  readConversation,
  readMessages,
} from '../../../../contracts/messages/messages';
import { listPayments } from '../../../../contracts/payments/payments';
import { listParticipations } from '../../../../contracts/enrolment/participations';
import {
  listInvitations,
  listReviews,
  readOwnReview,
} from '../../../../contracts/researchers/researchers';
import { listRunErrors, listRuns } from '../../../../contracts/runtime/runs';
import { readSessionProgress } from '../../../../contracts/enrolment/session-insights';
import { readRoster } from '../../../../contracts/enrolment/rosters';
import { listSessions, readSession } from '../../../../contracts/enrolment/sessions';
import {
  listAttendance,
  listSlots,
  readSlotBookingOptions,
} from '../../../../contracts/slots/slots';
import { listStudies, readStudy } from '../../../../contracts/studies/studies';
import { call } from '../http/api';
import { endpointsOfClassroom } from './live-classrooms';
import { pendingReviewsKey } from './overlay-live-sessions';

/** The endpoints that return messages of conversations, or their number. */
export const conversationEndpoints = [
  countUnread,
  listConversations,
  listParticipantConversations,
  listStudyConversations,
  readConversation,
  readMessages,
];

/** The endpoints whose data can change when the server sends a message to a single person. */
export const endpointsOfPerson = [
  ...[readProfile, readOwnReview, listParticipations, listPayments],
  ...[readStudy, listExports],
];

const ofStudies = [readStudy, listStudies];
const ofRuns = [listRuns, listRunErrors, readSessionProgress, readSessionBatchDocument];

/**
 * The queries that a page refetches by HTTP if it gets no live messages, for each kind of topic.
 */
const readings: Readonly<Record<LiveTopicKind, readonly { path: string }[]>> = {
  study: ofStudies,
  link: ofStudies,
  session: [
    ...[readSession, listSessions, readRoster, readConditions],
    ...[listSlots, listAttendance, listPayments, ...ofRuns],
  ],
  runs: ofRuns,
  slots: [readSlotBookingOptions, listSlots],
  editing: [readStudy, readConsent, listConsentVersions],
  classroom: endpointsOfClassroom,
  dashboard: [listSessions, readSession],
  me: [...endpointsOfPerson, ...conversationEndpoints],
  reviews: [listReviews, listInvitations],
};

const kindOf = (topic: LiveTopic) => topic.split(':')[0] as LiveTopicKind;

/**
 * Refetches by HTTP the data of these topics, as far as the page shows it.
 * @param isOver whether a socket has opened in the meantime; its data is then newer
 * @returns whether the server answered. If the page shows no data of the topics, no request is sent
 * and the result is false, since the page must not claim to be connected
 */
export async function refetchByHttp(
  client: QueryClient,
  topics: readonly LiveTopic[],
  isOver: () => boolean,
): Promise<boolean> {
  const kinds = new Set(topics.map(kindOf));
  const paths = new Set([...kinds].flatMap((kind) => readings[kind].map(({ path }) => path)));
  const asked = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => paths.has(String(queryKey[0])) })
    .filter((query) => !query.isDisabled());
  const before = asked.map(({ state }) => state.dataUpdateCount);
  const counted = kinds.has('reviews') ? countPending(client, isOver) : Promise.resolve(false);
  await client.refetchQueries(
    { predicate: (query) => asked.includes(query) },
    { cancelRefetch: false },
  );
  const answered = asked.some(({ state }, i) => state.dataUpdateCount > (before[i] ?? 0));
  return (await counted) || answered;
}

/**
 * Refetches the number of pending reviews, which the header shows to administrators; called when no
 * list of reviews is on screen.
 */
async function countPending(client: QueryClient, isOver: () => boolean): Promise<boolean> {
  try {
    const page = await call(listReviews, { query: { state: 'pending' } });
    if (!isOver()) client.setQueryData(pendingReviewsKey, page?.items.length);
    return true;
  } catch {
    return false;
  }
}
