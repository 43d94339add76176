import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  countUnread,
  listConversations,
  listParticipantConversations,
  listStudyConversations,
  type Message,
} from '../../../../contracts/messages/messages';
import type { ConversationActions } from './sides';

const lists = [
  countUnread,
  listConversations,
  listParticipantConversations,
  listStudyConversations,
];

/**
 * Marks the shown messages as read: one request for each new message, and none from a hidden tab.
 */
export function useMarkRead(of: ConversationActions, messages: readonly Message[]): void {
  const client = useQueryClient();
  const said = useRef(0);
  const newest = messages.find(({ from }) => from !== of.side)?.position ?? 0;
  useEffect(() => {
    said.current = 0;
  }, [of]);
  useEffect(() => {
    const say = () => {
      if (newest <= said.current || document.visibilityState === 'hidden') return;
      said.current = newest;
      of.mark(newest).then(
        () => lists.forEach((e) => void client.invalidateQueries({ queryKey: [e.path] })),
        // If the request fails, the message stays unread. The page tries again when the next
        // message arrives or the tab becomes visible.
        () => {
          said.current = 0;
        },
      );
    };
    say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [of, newest, client]);
}
