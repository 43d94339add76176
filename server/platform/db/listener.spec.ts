import { EventEmitter } from 'node:events';
import { NotificationListener, type ListeningConnection } from './listener';

/** A connection for which the test decides when it opens, fails or ends. */
class FakeClient extends EventEmitter implements ListeningConnection {
  readonly statements: string[] = [];
  ended = false;
  opened: () => void = () => undefined;
  failed: (error: Error) => void = () => undefined;

  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.opened = resolve;
      this.failed = reject;
    });
  }

  query(statement: string): Promise<void> {
    this.statements.push(statement);
    return Promise.resolve();
  }

  end(): Promise<void> {
    this.ended = true;
    return Promise.resolve();
  }
}

describe('NotificationListener', () => {
  const clients: FakeClient[] = [];
  const payloads: string[] = [];
  let resumed = 0;
  let listener: NotificationListener;

  beforeEach(() => {
    jest.useFakeTimers();
    clients.length = 0;
    payloads.length = 0;
    resumed = 0;
    listener = new NotificationListener(
      {
        databaseUrl: 'postgres://nowhere',
        application: 'probe',
        channel: 'probes',
        notified: (payload) => void payloads.push(payload),
        resumed: () => void resumed++,
      },
      () => {
        const client = new FakeClient();
        clients.push(client);
        return client;
      },
    );
  });
  afterEach(async () => {
    await listener.stop();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  const last = () => {
    const client = clients.at(-1);
    if (!client) throw new Error('no client');
    return client;
  };
  const start = async () => {
    const started = listener.start();
    last().opened();
    await started;
  };
  const again = () => jest.advanceTimersByTimeAsync(500);

  it('passes on each notification of its channel once the connection is open', async () => {
    await start();
    expect(last().statements).toEqual(['LISTEN probes']);
    expect(listener.isListening()).toBe(true);
    last().emit('notification', { payload: 'one' });
    last().emit('notification', {});
    expect(payloads).toEqual(['one', '']);
    expect(resumed).toBe(0);
  });

  it('opens a lost connection again, and calls back once it listens again', async () => {
    await start();
    last().emit('error', new Error('cut'));
    last().emit('end');
    expect(listener.isListening()).toBe(false);
    await again();
    expect(clients).toHaveLength(2);
    expect([listener.isListening(), resumed]).toEqual([false, 0]);
    last().opened();
    await jest.advanceTimersByTimeAsync(0);
    expect([listener.isListening(), resumed]).toEqual([true, 1]);
  });

  it('does not call back when an attempt fails, and tries again', async () => {
    const started = listener.start();
    last().failed(new Error('refused'));
    await started;
    expect(last().ended).toBe(true);
    for (let attempts = 2; attempts <= 3; attempts++) {
      await again();
      expect(clients).toHaveLength(attempts);
      last().failed(new Error('refused'));
      await jest.advanceTimersByTimeAsync(0);
      expect([listener.isListening(), resumed]).toEqual([false, 0]);
    }
    await again();
    last().opened();
    await jest.advanceTimersByTimeAsync(0);
    expect([listener.isListening(), resumed]).toEqual([true, 1]);
  });

  it('ignores the end of a connection that it has replaced', async () => {
    await start();
    const [first] = clients;
    first?.emit('error', new Error('cut'));
    await again();
    last().opened();
    await jest.advanceTimersByTimeAsync(0);
    first?.emit('end');
    expect(listener.isListening()).toBe(true);
  });

  it('does not listen after a stop while the connection opens', async () => {
    const started = listener.start();
    await listener.stop();
    last().opened();
    await started;
    expect(listener.isListening()).toBe(false);
    expect(last().ended).toBe(true);
    last().emit('end');
    await again();
    expect(clients).toHaveLength(1);
    expect(resumed).toBe(0);
  });

  it('does not call back after a stop while a lost connection is opened again', async () => {
    await start();
    last().emit('end');
    await again();
    await listener.stop();
    last().opened();
    await jest.advanceTimersByTimeAsync(0);
    expect([listener.isListening(), resumed]).toEqual([false, 0]);
  });
});
