import { io, type Socket } from 'socket.io-client';
import type {
  SeatAvailability,
  ClientToServer,
  ServerToClient,
  WatchAnswer,
} from '../../../contracts/live/live';
import { patiently } from '../chance/wait';

export interface TestSocket {
  socket: Socket<ServerToClient, ClientToServer>;
  watch(topic: string): Promise<WatchAnswer>;
  /** Every availability received, in order, older versions included. */
  seen: SeatAvailability[];
  messages: { name: string; message: unknown }[];
  close(): void;
}

/** A browser's socket. */
export async function openTestSocket(url: string, token?: string): Promise<TestSocket> {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
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
    watch: (topic) => socket.timeout(patiently(20_000)).emitWithAck('watch', { topic }),
    close: () => void socket.disconnect(),
  };
}
