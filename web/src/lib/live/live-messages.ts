import type { Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../../contracts/live/live';
import type { LiveCache } from './live-cache';

interface Hearing {
  cache: LiveCache;
  onSignedOut: () => void;
  /** Called when the queue of reviews has changed. */
  onReviews: () => void;
}

/**
 * Applies the server's messages to the cache. Only numbers are collected and rendered at most ten
 * times a second.
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
  // A token was revoked, perhaps that of another device. The request for the profile shows whether
  // it was this one.
  socket.on('signed_out', ({ token_id }) => {
    if (token_id === null) onSignedOut();
    else cache.userUpdated();
  });
}
