import { useEffect, useState } from 'react';
import { useLiveConnectionState } from '../../../lib/live/live-context';
import { onDemand } from '../../../ui/on-demand';

const UnreadMessages = onDemand(async () => (await import('./unread-messages')).UnreadMessages);
/**
 * The count loads when the connection for live updates is open. If that takes longer than this many
 * milliseconds, the count loads without it.
 */
const patienceMs = 10_000;

/**
 * Shows the number of unread messages. It loads after everything that the page itself needs, so
 * that neither its file nor its request delays the page.
 */
export function UnreadMessagesLater() {
  const connection = useLiveConnectionState();
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (due) return undefined;
    const timer = setTimeout(() => setDue(true), connection === 'live' ? 0 : patienceMs);
    return () => clearTimeout(timer);
  }, [connection, due]);
  return due ? <UnreadMessages /> : null;
}
