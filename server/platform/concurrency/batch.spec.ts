import {
  controlBatchQueue,
  firstLetterOf,
  runEventLoopTurn,
} from '../../../test/support/chance/driven-queue';
import { isDatabaseUnavailable } from '../errors/transient-failure';
import { rowLockedElsewhere } from './batch';
import { KeyedBatcher } from './keyed-batcher';

describe('KeyedBatcher when a batch fails', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('retries each item alone, and rejects only the one that fails, when a batch fails', async () => {
    const error = new Error('broken');
    const retryAlone = jest.fn(() => true);
    const { runs, send, items } = controlBatchQueue(
      new KeyedBatcher<string>({ atOnce: 4 }).queue({ key: firstLetterOf, max: 9, retryAlone }),
    );
    const answers = send('a1', 'b1', 'c1');
    await runEventLoopTurn();
    runs[0]?.fail(error);
    await runEventLoopTurn();
    // A key of the failed batch stays busy until all of its items have been tried again.
    void send('a2');
    await runEventLoopTurn();
    expect(items()).toEqual(['a1 b1 c1', 'a1']);
    runs[1]?.end();
    await runEventLoopTurn();
    runs[2]?.fail(error);
    await runEventLoopTurn();
    runs[3]?.end();
    expect(await Promise.all(answers)).toEqual(['a1', error, 'c1']);
    await runEventLoopTurn();
    expect(items()).toEqual(['a1 b1 c1', 'a1', 'b1', 'c1', 'a2']);
    expect(retryAlone.mock.calls).toEqual([
      [error, false],
      [error, false],
    ]);
  });

  it('lets no item overtake a locked item of its key when it retries items alone', async () => {
    const lockedRows = { atOnce: 1, retryMs: 25, patienceMs: 50 };
    const { runs, send, items } = controlBatchQueue(
      new KeyedBatcher<string>({ atOnce: 4, lockedRows }).queue({
        key: firstLetterOf,
        max: 9,
        retryAlone: () => true,
      }),
    );
    void send('a1', 'a2', 'b1');
    await runEventLoopTurn();
    runs[0]?.fail(new Error('broken'));
    await runEventLoopTurn();
    runs[1]?.end([rowLockedElsewhere]);
    await runEventLoopTurn();
    expect(items()).toEqual(['a1 a2 b1', 'a1', 'b1']);
  });

  it('rejects all items of a batch that fails in a queue without retries', async () => {
    const error = new Error('broken');
    const { runs, send } = controlBatchQueue(
      new KeyedBatcher<string>({ atOnce: 4 }).queue({ key: firstLetterOf, max: 9 }),
    );
    const answers = send('a1', 'b1');
    await runEventLoopTurn();
    runs[0]?.fail(error);
    expect(await Promise.all(answers)).toEqual([error, error]);
    expect(runs).toHaveLength(1);
  });

  it('rejects an item without an answer', async () => {
    const { runs, send } = controlBatchQueue(
      new KeyedBatcher<string>({ atOnce: 1 }).queue({ key: firstLetterOf, max: 9 }),
    );
    const [first, second] = send('a1', 'a2');
    await runEventLoopTurn();
    runs[0]?.end(['a1']);
    expect(await first).toBe('a1');
    expect(await second).toMatchObject({ message: 'an item without an answer' });
  });

  it('retries each item alone when the process of a batch throws before it returns a promise', async () => {
    const queue = new KeyedBatcher<string>({ atOnce: 1 }).queue<string, string>({
      key: firstLetterOf,
      max: 9,
      retryAlone: () => true,
    });
    const answers = ['a1', 'a2'].map((item) =>
      queue
        .load(item, (items) => {
          if (items.length > 1) throw new Error('at once');
          return Promise.resolve(items);
        })
        .catch((error: unknown) => error),
    );
    await runEventLoopTurn();
    expect(await Promise.all(answers)).toEqual(['a1', 'a2']);
  });

  it('tries no further item alone when retryAlone refuses the failure of one', async () => {
    const [broken, away] = [new Error('broken'), new Error('away')];
    const retryAlone = (error: unknown) => error !== away;
    const { runs, send, items } = controlBatchQueue(
      new KeyedBatcher<string>({ atOnce: 4 }).queue({ key: firstLetterOf, max: 9, retryAlone }),
    );
    const answers = send('a1', 'b1', 'c1', 'd1');
    await runEventLoopTurn();
    runs[0]?.fail(broken);
    await runEventLoopTurn();
    runs[1]?.end();
    await runEventLoopTurn();
    runs[2]?.fail(away);
    await runEventLoopTurn();
    expect(items()).toEqual(['a1 b1 c1 d1', 'a1', 'b1']);
    expect(await Promise.all(answers)).toEqual(['a1', away, away, away]);
  });

  describe('when an item that is tried alone times out', () => {
    const failing = (code: string) => Object.assign(new Error(code), { code });
    const broken = failing('23505');
    /** Sends four items to a queue that retries unless the database is the cause of the failure. */
    const failedTogether = async () => {
      const driver = controlBatchQueue(
        new KeyedBatcher<string>({ atOnce: 4 }).queue({
          key: firstLetterOf,
          max: 9,
          retryAlone: (error) => !isDatabaseUnavailable(error),
        }),
      );
      const answers = Promise.all(driver.send('a1', 'b1', 'c1', 'd1'));
      await runEventLoopTurn();
      driver.runs[0]?.fail(broken);
      await runEventLoopTurn();
      return { ...driver, answers };
    };

    it.each(['57014', '25P03', '55P03'])(
      'rejects only that item, and tries the later ones (%s)',
      async (code) => {
        const { runs, answers, items } = await failedTogether();
        const late = failing(code);
        runs[1]?.fail(late);
        await runEventLoopTurn();
        for (const n of [2, 3, 4]) {
          runs[n]?.end();
          await runEventLoopTurn();
        }
        expect(items()).toEqual(['a1 b1 c1 d1', 'a1', 'b1', 'c1', 'd1']);
        expect(await answers).toEqual([late, 'b1', 'c1', 'd1']);
      },
    );

    it('tries no further item when a second one times out', async () => {
      const { runs, answers, items } = await failedTogether();
      const [one, other] = [failing('57014'), failing('55P03')];
      runs[1]?.fail(one);
      await runEventLoopTurn();
      runs[2]?.fail(other);
      await runEventLoopTurn();
      expect(items()).toEqual(['a1 b1 c1 d1', 'a1', 'b1']);
      expect(await answers).toEqual([one, other, other, other]);
    });

    it.each(['08006', '57P01', '53300', 'ECONNRESET'])(
      'tries no further item when the connection fails (%s)',
      async (code) => {
        const { runs, answers, items } = await failedTogether();
        const away = failing(code);
        runs[1]?.fail(away);
        await runEventLoopTurn();
        expect(items()).toEqual(['a1 b1 c1 d1', 'a1']);
        expect(await answers).toEqual([away, away, away, away]);
      },
    );
  });

  it('tries no further item alone when the batcher is closed', async () => {
    const batcher = new KeyedBatcher<string>({ atOnce: 1 });
    const { runs, send, items } = controlBatchQueue(
      batcher.queue({ key: firstLetterOf, max: 9, retryAlone: () => true }),
    );
    const answers = send('a1', 'b1', 'c1');
    await runEventLoopTurn();
    runs[0]?.fail(new Error('broken'));
    await runEventLoopTurn();
    const closed = batcher.close();
    runs[1]?.end();
    await runEventLoopTurn();
    expect(items()).toEqual(['a1 b1 c1', 'a1']);
    await closed;
    const [first, ...others] = await Promise.all(answers);
    expect(first).toBe('a1');
    for (const other of others) expect(other).toMatchObject({ code: 'unavailable' });
  });
});
