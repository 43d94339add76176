import { z } from 'zod';
import { administratorsOnly, studyBuildersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, PageQuery, pageSchemaOf, multilineText } from '../base/fields';
import { messagesLimits } from './limits';
import { RosterEntryParams, ConversationParty } from './messages';

/*
 * Reports of messages: one side of a conversation shows a message to the administrators
 * (docs/decisions/mail-and-messages.md).
 */

export const MessageReportState = z.enum(['open', 'dismissed', 'removed']);
export type MessageReportState = z.output<typeof MessageReportState>;
const NewReport = z.strictObject({ reason: multilineText(messagesLimits.messageReport) });
/** The reported message, without the rest of the conversation. */
export const MessageReport = z
  .object({
    _id: Id,
    state: MessageReportState,
    reported_by: ConversationParty,
    reason: z.string(),
    day: z.iso.date(),
    /** The text of the message; empty once an administrator has removed it. */
    text: z.string(),
    study_id: Id,
    study_title: z.string(),
  })
  .meta({ id: 'MessageReport' });
export type MessageReport = z.output<typeof MessageReport>;

export const reportMessage = endpoint(
  'POST',
  '/api/participations/{id}/messages/{message}/report/',
  {
    summary: 'Show a message of the researchers to the administrators',
    access: { ...signedIn, policy: 'message.participant' },
    params: IdParams.extend({ message: Id }),
    body: NewReport,
    replies: { 204: null },
  },
);
export const reportParticipantsMessage = endpoint(
  'POST',
  '/api/sessions/{id}/roster/{entry}/messages/{message}/report/',
  {
    summary: 'Show a message of the participant to the administrators',
    access: { ...studyBuildersOnly, policy: 'message.researcher' },
    params: RosterEntryParams.extend({ message: Id }),
    body: NewReport,
    replies: { 204: null },
    errors: ['forbidden'],
  },
);
export const listMessageReports = endpoint('GET', '/api/message-reports/', {
  summary: 'Messages that were reported, open ones first',
  access: administratorsOnly,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(MessageReport) },
  errors: ['forbidden', 'second_factor_missing'],
});
export const decideMessageReport = endpoint('PUT', '/api/message-reports/{id}/', {
  summary: 'Leave a reported message as it is, or remove its text for both sides',
  access: administratorsOnly,
  params: IdParams,
  body: z.strictObject({ decision: z.enum(['dismissed', 'removed']) }),
  replies: { 200: MessageReport },
  errors: ['forbidden', 'second_factor_missing', 'already_decided'],
});
