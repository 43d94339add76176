import type { QueryClient } from '@tanstack/react-query';
import { readProfile } from '../../../../contracts/accounts';
import { readSessionBatch } from '../../../../contracts/batch-session';
import { readConditions } from '../../../../contracts/conditions';
import { listConsentVersions, readConsent } from '../../../../contracts/consents';
import { listExports } from '../../../../contracts/data-rights';
import type { Topic, TopicKind } from '../../../../contracts/live-topics';
import {
  countUnread,
  listConversations,
  listOwnConversations,
  listStudyConversations,
  readConversation,
  readMessages,
} from '../../../../contracts/messages';
import { listParticipations } from '../../../../contracts/participations';
import { listInvitations, listReviews, readOwnReview } from '../../../../contracts/researchers';
import { listRunErrors, listRuns } from '../../../../contracts/runs';
import { readSessionProgress } from '../../../../contracts/session-insights';
import { listSessions, readRoster, readSession } from '../../../../contracts/sessions';
import { listAttendance, listSlots, readSlotChoice } from '../../../../contracts/slots';
import { listStudies, readStudy } from '../../../../contracts/studies';
import { call } from '../http/api';
import { pendingReviewsKey } from './live-sessions';

/** What shows messages, or that there are some. */
export const messages = [
  countUnread,
  listConversations,
  listOwnConversations,
  listStudyConversations,
  readConversation,
  readMessages,
];

const ofStudies = [readStudy, listStudies];
const ofRuns = [listRuns, listRunErrors, readSessionProgress, readSessionBatch];

/** What a page reads by HTTP of that which each topic tells live. */
const readings: Readonly<Record<TopicKind, readonly { path: string }[]>> = {
  study: ofStudies,
  link: ofStudies,
  session: [
    ...[readSession, listSessions, readRoster, readConditions],
    ...[listSlots, listAttendance, ...ofRuns],
  ],
  runs: ofRuns,
  slots: [readSlotChoice, listSlots],
  editing: [readStudy, readConsent, listConsentVersions],
  dashboard: [listSessions, readSession],
  me: [...[readProfile, readOwnReview, listParticipations, readStudy, listExports], ...messages],
  reviews: [listReviews, listInvitations],
};

const kindOf = (topic: Topic) => topic.split(':')[0] as TopicKind;

/**
 * Reads by HTTP what is on screen of these topics.
 * @returns whether the server answered; false where nothing is on screen, so that no page says what it cannot know
 */
export async function readByHttp(client: QueryClient, topics: readonly Topic[]): Promise<boolean> {
  const kinds = new Set(topics.map(kindOf));
  const paths = new Set([...kinds].flatMap((kind) => readings[kind].map(({ path }) => path)));
  const asked = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => paths.has(String(queryKey[0])) })
    .filter((query) => !query.isDisabled());
  const before = asked.map(({ state }) => state.dataUpdateCount);
  const counted = kinds.has('reviews') ? countPending(client) : Promise.resolve(false);
  await client.refetchQueries(
    { predicate: (query) => asked.includes(query) },
    { cancelRefetch: false },
  );
  const answered = asked.some(({ state }, i) => state.dataUpdateCount > (before[i] ?? 0));
  return (await counted) || answered;
}

/** In the header of administrators, where no list of reviews is on screen. */
async function countPending(client: QueryClient): Promise<boolean> {
  try {
    const page = await call(listReviews, { query: { state: 'pending' } });
    client.setQueryData(pendingReviewsKey, page?.items.length);
    return true;
  } catch {
    return false;
  }
}
