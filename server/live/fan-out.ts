import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-adapter';
import { Pool } from 'pg';
import { Server } from 'socket.io';
import type { LiveMessages, LiveName } from '../../contracts/live';
import type { Config } from '../config';
import { redisClient } from '../platform/queues';

type AdapterFactory = Parameters<Server['adapter']>[0];

/** The engine's way from any process to every socket: the other half of the seam in platform/queues. */
export interface FanOut {
  adapter: AdapterFactory;
  /** Once it listens; closing the adapter earlier would leave its connection behind. */
  ready: Promise<unknown>;
  close(): Promise<void>;
}

export interface Broadcast {
  emit<N extends LiveName>(room: string, name: N, message: LiveMessages[N]): void;
  /** Ends the sockets of a room, on every server. */
  disconnect(room: string): void;
  close(): Promise<void>;
}

const ignore = () => undefined;
const atMost = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

export function fanOut(config: Config, application: string): FanOut {
  if (config.redisUrl) {
    const [publisher, subscriber] = [redisClient(config.redisUrl), redisClient(config.redisUrl)];
    return {
      adapter: createRedisAdapter(publisher, subscriber) as AdapterFactory,
      ready: Promise.race([new Promise((resolve) => subscriber.once('ready', () => setImmediate(resolve, undefined))), atMost(1_000)]),
      close: () => Promise.resolve([publisher, subscriber].forEach((client) => client.disconnect())),
    };
  }
  // One connection listens and one speaks, so that messages leave in their order.
  const pool = new Pool({ connectionString: config.databaseUrl, options: '-c role=commonlab_app', max: 2, application_name: application, keepAlive: true });
  pool.on('error', ignore);
  // A client on loan has no listener of the pool's: a lost LISTEN connection would be an unhandled error. The adapter opens another.
  pool.on('connect', (client) => void client.on('error', ignore));
  const listening = new Promise((resolve) => {
    pool.once('acquire', (client) => void setImmediate(() => void client.query('SELECT 1').then(() => setImmediate(resolve, undefined), resolve)));
  });
  return {
    // Its table of large payloads stays unused: our messages are far below the 8,000 bytes of a notification.
    adapter: createPostgresAdapter(pool, { errorHandler: ignore, cleanupInterval: 2_147_000_000 }) as AdapterFactory,
    ready: Promise.race([listening, atMost(1_000)]),
    close: async () => {
      await Promise.race([pool.end().catch(ignore), atMost(1_000)]);
    },
  };
}

/** What a worker emits with: a Socket.IO server without sockets of its own, in the same cluster. */
export function broadcast(config: Config): Broadcast {
  const way = fanOut(config, 'commonlab-emit');
  const server = new Server({ adapter: way.adapter });
  return {
    emit: (room, name, message) => void server.to(room).emit(name, message),
    disconnect: (room) => void server.in(room).disconnectSockets(true),
    async close() {
      await way.ready;
      await server.sockets.adapter.close(); // without HTTP of its own there is nothing else to close
      await way.close();
    },
  };
}
