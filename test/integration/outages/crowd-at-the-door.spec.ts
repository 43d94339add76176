/**
 * @engines one: tests only connections that wait in the operating system, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal } from '../../../scripts/lib/processes/processes.mjs';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';
import {
  endPrograms,
  portOf,
  startServerProgram,
  type StartedProgram,
} from '../../support/app/programs';

/**
 * Returns the operating system's limit for connections that wait; on systems other than Linux, a
 * common default.
 */
const allowed = (): number => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 128;
  }
};

describe('Many clients that connect while the server is busy', () => {
  let engines: TestDatabases;
  let server: StartedProgram;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    engines = await cloneDatabase();
    server = await startServerProgram(engines);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await endPrograms([server]);
    await engines.drop();
  });

  it('all fit in the listen queue, so that none must retry after a second', async () => {
    const crowd = Math.min(900, allowed());
    sendSignal(server.pid, 'SIGSTOP');
    let connected = 0;
    try {
      for (let i = 0; i < crowd; i++)
        sockets.push(connect(portOf(server), '127.0.0.1', () => void connected++));
      for (const socket of sockets) socket.on('error', () => undefined);
      // Waits less than a second, because after a second the operating system retries refused
      // connections.
      for (let i = 0; i < 45 && connected < crowd; i++) await wait(20);
      expect(connected).toBe(crowd);
    } finally {
      sendSignal(server.pid, 'SIGCONT');
    }
  });
});
