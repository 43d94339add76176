import { useMemo } from 'react';
import { useParams } from 'react-router';
import {
  reportMessage,
  reportParticipantsMessage,
} from '../../../../contracts/messages/message-reports';
import {
  markConversationRead,
  markRead,
  readConversation,
  readMessages,
  type Message,
  type ConversationParty,
  writeMessage,
  writeToParticipant,
} from '../../../../contracts/messages/messages';
import { call } from '../../lib/http/api';
import { pagedQuery } from '../../lib/http/pages';

type Written = { text: string; ends_anonymity?: true };

/** The requests about messages; a participant and a researcher use different endpoints. */
export interface ConversationActions {
  side: ConversationParty;
  read: ReturnType<typeof pagedQuery<Message>>;
  write: (body: Written, key: string) => Promise<Message>;
  mark: (position: number) => Promise<unknown>;
  report: (message: string, reason: string) => Promise<unknown>;
}

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

/** Returns the requests of the participant, for the page /messages/{participation}. */
export function useParticipantConversation(): ConversationActions {
  const { id = '' } = useParams();
  return useMemo(
    () => ({
      side: 'participant',
      read: pagedQuery<Message>(readMessages, { params: { id } }),
      write: (body, key) => call(writeMessage, { params: { id }, body }, keyed(key)),
      mark: (position) => call(markRead, { params: { id }, body: { position } }),
      report: (message, reason) =>
        call(reportMessage, { params: { id, message }, body: { reason } }),
    }),
    [id],
  );
}

/**
 * Returns the requests of a researcher, for the page /sessions/{id}/messages/{line of the roster}.
 */
export function useResearcherConversation(): ConversationActions {
  const { id = '', entry = '' } = useParams();
  return useMemo(
    () => ({
      side: 'researcher',
      read: pagedQuery<Message>(readConversation, { params: { id, entry } }),
      write: (body, key) => call(writeToParticipant, { params: { id, entry }, body }, keyed(key)),
      mark: (position) => call(markConversationRead, { params: { id, entry }, body: { position } }),
      report: (message, reason) =>
        call(reportParticipantsMessage, { params: { id, entry, message }, body: { reason } }),
    }),
    [id, entry],
  );
}
