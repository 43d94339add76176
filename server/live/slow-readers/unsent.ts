import { liveLimits } from '../../../contracts/live/limits';
import type { LiveSocket } from '../live-server';

/**
 * The fields of a WebSocket transport that are used here. The types of engine.io do not include
 * them.
 */
interface Transport {
  socket?: { bufferedAmount: number; terminate(): void };
}

/**
 * Counts the bytes that were sent to a client but not yet transmitted: those in its WebSocket, and
 * the messages queued behind it.
 */
function unsentBytes({ conn }: LiveSocket): number {
  const { socket } = conn.transport as unknown as Transport;
  let bytes = socket?.bufferedAmount ?? 0;
  for (const { data } of (conn as unknown as { writeBuffer: { data?: unknown }[] }).writeBuffer)
    if (typeof data === 'string') bytes += data.length;
  return bytes;
}

export const isSlowReader = (socket: LiveSocket): boolean =>
  unsentBytes(socket) > liveLimits.liveUnsentBytes;

/**
 * Ends the connection of a client that does not read. An ordinary close would wait until all unsent messages were
 * sent, and keep their memory until then.
 */
export function terminateConnection({ conn }: LiveSocket): void {
  const { socket } = conn.transport as unknown as Transport;
  socket?.terminate();
}
