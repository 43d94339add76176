import { z } from 'zod';
import { studyBuildersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, PageQuery, pageSchemaOf, multilineText } from '../base/fields';
import { messagesLimits } from './limits';
import { ParticipationState } from '../enrolment/participations';

/** The two sides of a conversation. All who run the study are one side. */
export const ConversationParty = z.enum(['participant', 'researcher']);
export type ConversationParty = z.output<typeof ConversationParty>;

/**
 * A message about one participation. It names neither the participant nor the researcher. `day` is
 * in UTC. `at` is null in anonymous sessions. For researchers, `at` is also null where the roster
 * shows only the day of a change (docs/decisions/mail-and-messages.md).
 */
export const Message = z
  .object({
    _id: Id,
    /** The position of the message in its conversation, counted from 1. */
    position: z.int(),
    from: ConversationParty,
    /** The text of the message; empty where an administrator removed it. */
    text: z.string(),
    removed: z.boolean(),
    day: z.iso.date(),
    at: Instant.nullable(),
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof Message>;

/** A conversation with its newest messages, newest first, and what the caller may do in it. */
export const ConversationMessages = pageSchemaOf(Message).extend({
  study_id: Id,
  study_title: z.string(),
  session_id: Id,
  /** Whether the session is anonymous: then the writer must confirm a notice before their first message. */
  anonymous: z.boolean(),
  /** Whether the caller's side has confirmed that it read the notice about anonymity. */
  confirmed: z.boolean(),
  /** Whether the conversation has ended. If so, no further message can be written in it. */
  ended: z.boolean(),
  /** The tag by which the researcher knows the participant; null in the participant's own view. */
  tag: z.string().nullable(),
});
export type ConversationMessages = z.output<typeof ConversationMessages>;

const words = {
  text: multilineText(messagesLimits.message),
  /** The writer has read the notice that a name in the text would end the anonymity. */
  ends_anonymity: z.literal(true).optional(),
};
/**
 * A message that the caller writes, as plain text. In an anonymous session, the first message of
 * each side must contain `ends_anonymity`.
 */
export const NewMessage = z.strictObject(words).meta({ id: 'NewMessage' });

/**
 * A conversation of a session, as its researchers see it: with the participant's tag. Calls address
 * the conversation by `entry`.
 */
export const Conversation = z
  .object({
    entry: z.string(),
    tag: z.string(),
    messages: z.int(),
    /** Whether the participant wrote something that no researcher of the study has read. */
    unread: z.boolean(),
    last_from: ConversationParty,
    last_day: z.iso.date(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof Conversation>;
const ofStudy = { study_id: Id, study_title: z.string(), session_id: Id };
/** A conversation in the list of all studies that the caller runs. */
export const StudyConversation = Conversation.extend(ofStudy).meta({ id: 'StudyConversation' });
export type StudyConversation = z.output<typeof StudyConversation>;
/** A conversation as its participant sees it. */
export const ParticipantConversation = Conversation.omit({ entry: true, tag: true })
  .extend({ ...ofStudy, participation_id: Id })
  .meta({ id: 'OwnConversation' });
export type ParticipantConversation = z.output<typeof ParticipantConversation>;
/**
 * How many of the caller's conversations have unread messages. `own`: conversations in which the
 * caller is the participant. `of_studies`: those in which the caller is a researcher. Both numbers
 * are at most a hundred.
 */
export const UnreadCounts = z.object({ own: z.int(), of_studies: z.int() }).meta({ id: 'Unread' });
export type UnreadCounts = z.output<typeof UnreadCounts>;

/**
 * One message to all participants of a session whose participation is in one of the given states.
 */
export const NewBroadcast = z
  .strictObject({ ...words, states: z.array(ParticipationState).min(1).max(20) })
  .meta({ id: 'NewBroadcast' });
export const Broadcast = z
  .object({
    _id: Id,
    text: z.string(),
    states: z.array(ParticipationState),
    day: z.iso.date(),
    /** How many people have received the message. */
    sent: z.int(),
    /** Whether the message has reached all recipients. */
    done: z.boolean(),
  })
  .meta({ id: 'Broadcast' });
export type Broadcast = z.output<typeof Broadcast>;

export const RosterEntryParams = z.strictObject({ id: Id, entry: z.string().max(200) });
const Read = z.strictObject({
  /** The position of the newest message that the reader has seen. */
  position: z.int32().min(1),
});
const participant = { ...signedIn, policy: 'message.participant' } as const;
const researcher = { ...studyBuildersOnly, policy: 'message.researcher' } as const;
const refusals = ['conversation_ended', 'anonymity_not_confirmed'] as const;

export const listParticipantConversations = endpoint('GET', '/api/conversations/', {
  summary: 'The own conversations with researchers, unread ones first, then the latest day first',
  access: signedIn,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(ParticipantConversation) },
});
export const listStudyConversations = endpoint('GET', '/api/conversations/of-studies/', {
  summary: 'The conversations of all studies that one runs, unread ones first, then by day',
  access: studyBuildersOnly,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(StudyConversation) },
  errors: ['forbidden'],
});
export const countUnread = endpoint('GET', '/api/conversations/unread/', {
  summary: 'How many conversations have something that one’s side has not read',
  access: signedIn,
  replies: { 200: UnreadCounts },
});
export const readMessages = endpoint('GET', '/api/participations/{id}/messages/', {
  summary: 'The messages about an own participation, newest first',
  access: participant,
  params: IdParams,
  query: z.object(PageQuery),
  replies: { 200: ConversationMessages },
});
export const writeMessage = endpoint('POST', '/api/participations/{id}/messages/', {
  summary: 'Write to the researchers about an own participation',
  access: participant,
  params: IdParams,
  body: NewMessage,
  idempotencyKey: true,
  replies: { 201: Message, 200: Message },
  errors: refusals,
});
export const markRead = endpoint('PUT', '/api/participations/{id}/messages/read/', {
  summary: 'Say until where one has read',
  access: participant,
  params: IdParams,
  body: Read,
  replies: { 204: null },
});
export const listConversations = endpoint('GET', '/api/sessions/{id}/conversations/', {
  summary: 'The conversations with participants of a session, by tag, in no telling order',
  access: researcher,
  params: IdParams,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(Conversation) },
  errors: ['forbidden'],
});
export const readConversation = endpoint('GET', '/api/sessions/{id}/roster/{entry}/messages/', {
  summary: 'The messages with the participant of a line of the roster, newest first',
  access: researcher,
  params: RosterEntryParams,
  query: z.object(PageQuery),
  replies: { 200: ConversationMessages },
  errors: ['forbidden'],
});
export const writeToParticipant = endpoint('POST', '/api/sessions/{id}/roster/{entry}/messages/', {
  summary: 'Write to the participant of a line of the roster',
  access: researcher,
  params: RosterEntryParams,
  body: NewMessage,
  idempotencyKey: true,
  replies: { 201: Message, 200: Message },
  errors: ['forbidden', ...refusals],
});
export const markConversationRead = endpoint(
  'PUT',
  '/api/sessions/{id}/roster/{entry}/messages/read/',
  {
    summary: 'Say until where the study’s people have read',
    access: researcher,
    params: RosterEntryParams,
    body: Read,
    replies: { 204: null },
    errors: ['forbidden'],
  },
);
export const broadcast = endpoint('POST', '/api/sessions/{id}/broadcasts/', {
  summary: 'Write one message to everybody of a session whose participation is in a state',
  access: researcher,
  params: IdParams,
  body: NewBroadcast,
  idempotencyKey: true,
  replies: { 202: Broadcast, 200: Broadcast },
  errors: ['forbidden', 'anonymity_not_confirmed'],
});
export const listBroadcasts = endpoint('GET', '/api/sessions/{id}/broadcasts/', {
  summary: 'What was written to many of a session, the latest first, and how far it has come',
  access: researcher,
  params: IdParams,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(Broadcast) },
  errors: ['forbidden'],
});
