import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { Emitter as PostgresEmitter } from '@socket.io/postgres-emitter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-adapter';
import { Emitter as RedisEmitter } from '@socket.io/redis-emitter';
import { Pool } from 'pg';
import type { Server } from 'socket.io';
import type { LiveMessages, LiveName } from '../../contracts/live';
import type { Config } from '../config';
import { redisClient } from '../platform/queues';

type AdapterFactory = Parameters<Server['adapter']>[0];

/** The engine's way from any process to every socket: the other half of the seam in platform/queues. */
export interface ServerFanOut { adapter: AdapterFactory; close(): Promise<void> }
export interface Broadcast {
  emit<N extends LiveName>(room: string, name: N, message: LiveMessages[N]): void;
  /** Ends the sockets of a room, on every server. */
  disconnect(room: string): void;
  close(): Promise<void>;
}

const pool = (config: Config, application: string) => {
  const made = new Pool({ connectionString: config.databaseUrl, options: '-c role=commonlab_app', max: 3, application_name: application, keepAlive: true });
  made.on('error', () => undefined);
  return made;
};
const ignore = () => undefined;

/** What a server hands to Socket.IO. */
export function serverFanOut(config: Config): ServerFanOut {
  if (config.redisUrl) {
    const [publisher, subscriber] = [redisClient(config.redisUrl), redisClient(config.redisUrl)];
    return {
      adapter: createRedisAdapter(publisher, subscriber) as AdapterFactory,
      close: () => Promise.resolve([publisher, subscriber].forEach((client) => client.disconnect())),
    };
  }
  const own = pool(config, 'commonlab-live');
  return { adapter: createPostgresAdapter(own, { errorHandler: ignore }) as AdapterFactory, close: () => own.end().catch(ignore) };
}

/** What a worker emits with. */
export function broadcast(config: Config): Broadcast {
  if (config.redisUrl) {
    const client = redisClient(config.redisUrl);
    const emitter = new RedisEmitter(client);
    return {
      emit: (room, name, message) => void emitter.to(room).emit(name, message),
      disconnect: (room) => void emitter.in(room).disconnectSockets(true),
      close: () => Promise.resolve(client.disconnect()),
    };
  }
  const own = pool(config, 'commonlab-emit');
  const emitter = new PostgresEmitter(own);
  return {
    emit: (room, name, message) => void emitter.to(room).emit(name, message),
    disconnect: (room) => void emitter.in(room).disconnectSockets(true),
    close: () => own.end().catch(ignore),
  };
}
