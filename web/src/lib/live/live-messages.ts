import type { Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../../contracts/live/live';
import type { LiveCache } from './live-cache';

interface Hearing {
  cache: LiveCache;
  onSignedOut: () => void;
  /** Called when the list of reviews that wait for a decision has changed. */
  onReviews: () => void;
}

/**
 * Applies the server's messages to the cache. Most are applied at once; numbers, which change
 * often, are collected and rendered at most ten times a second.
 */
export function handleLiveMessages(
  socket: Socket<ServerToClientEvents, ClientToServerEvents>,
  { cache, onSignedOut, onReviews }: Hearing,
) {
  socket.on('user.updated', () => cache.userUpdated());
  socket.on('participation.updated', (message) => cache.participationUpdated(message));
  socket.on('slots.updated', () => cache.slotsUpdated());
  socket.on('classroom.updated', () => cache.classroomUpdated());
  socket.on('payment.updated', () => cache.paymentUpdated());
  socket.on('payments.updated', (message) => cache.paymentsUpdated(message));
  socket.on('message.arrived', () => cache.messageArrived());
  socket.on('study.updated', (message) => cache.studyUpdated(message));
  socket.on('access.updated', (message) => cache.accessUpdated(message));
  socket.on('export.progress', (message) => cache.exportProgress(message));
  for (const name of ['export.ready', 'export.expired'] as const)
    socket.on(name, () => cache.exportChanged());
  socket.on('review.updated', () => {
    cache.reviewUpdated();
    onReviews();
  });
  // The server revoked one token, perhaps that of another device. The page requests the profile
  // with its own token. If that token was revoked, the server refuses and the page signs out.
  socket.on('signed_out', ({ token_id }) => {
    if (token_id === null) onSignedOut();
    else cache.userUpdated();
  });
}
