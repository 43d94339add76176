import { io, type Socket } from 'socket.io-client';
import type {
  SeatAvailability,
  ClientToServerEvents,
  ServerToClientEvents,
  WatchTopicResponse,
} from '../../../contracts/live/live';
import { extendTimeout } from '../chance/wait';

export interface TestSocket {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  watch(topic: string): Promise<WatchTopicResponse>;
  /** Every availability received, in order, older versions included. */
  seen: SeatAvailability[];
  messages: { name: string; message: unknown }[];
  close(): void;
}

/** A browser's socket. */
export async function openTestSocket(url: string, token?: string): Promise<TestSocket> {
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    transports: ['websocket'],
    auth: token ? { token } : {},
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 300,
  });
  const seen: SeatAvailability[] = [];
  const messages: TestSocket['messages'] = [];
  socket.on('session.availability', (m) => seen.push(m));
  socket.onAny((name: string, message: unknown) => messages.push({ name, message }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    seen,
    messages,
    watch: (topic) => socket.timeout(extendTimeout(20_000)).emitWithAck('watch', { topic }),
    close: () => void socket.disconnect(),
  };
}
