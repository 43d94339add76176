/** @lane quick */
import { Client } from 'pg';
import { livenessLockClass } from '../../../server/mail/claim-holder';
import { MailBeingSentError } from '../../../server/mail/mail-sender';
import { makePerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { newDomainEvent, MailConsumerRig } from './post-office';

describe('A worker’s claim of a mail', () => {
  let office: MailConsumerRig;
  let owner: Client;
  beforeAll(async () => {
    office = await MailConsumerRig.open();
    owner = new Client({ connectionString: office.ownerUrl });
    await owner.connect();
    // Counts the refused statements in a sequence, which keeps its value when the transaction
    // fails.
    await owner.query(`
      CREATE SEQUENCE platform.refusals;
      CREATE FUNCTION platform.refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      AS $$ BEGIN PERFORM nextval('platform.refusals'); RAISE EXCEPTION 'not now'; END $$`);
  });
  afterAll(async () => {
    await owner.end();
    await office.close();
  });
  afterEach(() => {
    office.inbox.onMail = () => Promise.resolve();
    office.inbox.onRecipient = () => undefined;
  });

  const due = async () => {
    const { _id, email } = await makePerson(office.source);
    return {
      email,
      what: newDomainEvent('identity.known-address-registered', { account_id: _id }),
    };
  };
  const gate = () => {
    let open: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (open = resolve));
    return { open, held };
  };
  /**
   * Lets the trigger refuse these statements until it has refused two, so that the sender must try
   * again.
   */
  const refusingTwice = async (statement: 'UPDATE' | 'DELETE', work: () => Promise<void>) => {
    await owner.query(`ALTER SEQUENCE platform.refusals RESTART;
      CREATE TRIGGER refuse BEFORE ${statement} ON platform.mail FOR EACH ROW EXECUTE FUNCTION platform.refuse()`);
    const working = work();
    working.catch(() => undefined);
    try {
      await eventually(
        async () => {
          const { rows } = await owner.query<{ asked: boolean }>(
            'SELECT is_called AND last_value >= 2 AS asked FROM platform.refusals',
          );
          return rows[0]?.asked;
        },
        (asked) => asked === true,
      );
    } finally {
      await owner.query('DROP TRIGGER refuse ON platform.mail');
    }
    return working;
  };
  /** Finds the PostgreSQL processes that hold the lock with this number. */
  const holding = async (number: number): Promise<number[]> => {
    const { rows } = await owner.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [livenessLockClass, number],
    );
    return rows.map(({ pid }) => pid);
  };
  const cut = async (number: number): Promise<number> => {
    const [pid] = await holding(number);
    if (pid === undefined) throw new Error(`nobody holds ${number}`);
    await owner.query('SELECT pg_terminate_backend($1)', [pid]);
    return pid;
  };

  it('is released after a failed mail as soon as PostgreSQL responds again', async () => {
    const { email, what } = await due();
    office.inbox.onRecipient = () => {
      throw Object.assign(new Error('come back later'), { responseCode: 451 });
    };
    await expect(refusingTwice('DELETE', () => office.react(what))).rejects.toThrow(
      /^mail not sent/,
    );
    expect(await office.states(what)).toEqual([]);
    office.inbox.onRecipient = () => undefined;
    await office.react(what);
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('is marked as sent as soon as PostgreSQL responds again, and the mail goes out once', async () => {
    const { email, what } = await due();
    await refusingTwice('UPDATE', () => office.react(what));
    expect((await office.states(what)).map((m) => m.state)).toEqual(['sent']);
    await office.react(what);
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('is resumed immediately if PostgreSQL stored it but its response was lost', async () => {
    const { email, what } = await due();
    const number = await office.holderOf(0);
    await office.react(what);
    // Writes the row that a broken connection leaves: PostgreSQL has committed the claim, but the
    // response to the commit was lost.
    await owner.query(
      `UPDATE platform.mail SET state = 'claimed', sent_at = NULL, holder = $2, claimed_at = now()
       WHERE key LIKE $1 || ':%'`,
      [what.id, number],
    );
    await office.react(what);
    expect(office.inbox.to(email)).toHaveLength(2);
    expect((await office.states(what)).map((m) => m.state)).toEqual(['sent']);
  });

  it('is respected by the other jobs of the same worker', async () => {
    const { email, what } = await due();
    const { open, held } = gate();
    let begun = false;
    office.inbox.onMail = () => {
      begun = true;
      return held;
    };
    const sending = office.react(what);
    await eventually(
      () => begun,
      (yes) => yes,
    );
    await expect(office.react(what)).rejects.toBeInstanceOf(MailBeingSentError);
    open();
    await sending;
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('stays with a worker that lost its connection and opened a new one', async () => {
    const other = await office.addWorker();
    const { email, what } = await due();
    const { open, held } = gate();
    let begun = false;
    office.inbox.onMail = () => {
      begun = true;
      return held;
    };
    const sending = office.react(what);
    await eventually(
      () => begun,
      (yes) => yes,
    );
    const number = await office.holderOf(0);
    const lost = await cut(number);
    await eventually(
      () => holding(number),
      (pids) => pids.length === 1 && !pids.includes(lost),
    );
    await owner.query(
      `UPDATE platform.mail SET claimed_at = now() - interval '30 seconds' WHERE key LIKE $1 || ':%'`,
      [what.id],
    );
    await expect(office.react(what, other)).rejects.toBeInstanceOf(MailBeingSentError);
    open();
    await sending;
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('is checked again before the mail goes out if the connection was lost in the meantime', async () => {
    const other = await office.addWorker();
    const six = await Promise.all(Array.from({ length: 6 }, due));
    const { open, held } = gate();
    let begun = 0;
    office.inbox.onMail = () => (++begun <= 5 ? held : Promise.resolve());
    const seen = new Set<string>();
    office.inbox.onRecipient = (address) => void seen.add(address);
    const sending = six.map(({ what }) => office.react(what));
    const all = Promise.allSettled(sending);
    // Five mails are sent at the same time; the worker has claimed the sixth, which waits for its
    // turn.
    await eventually(
      () => begun,
      (n) => n === 5,
    );
    const waiting = six.findIndex(({ email }) => !seen.has(email));
    const { email, what } = six[waiting] ?? (await due());
    const number = await office.holderOf(0);
    const lost = await cut(number);
    await owner.query(
      `UPDATE platform.mail SET claimed_at = now() - interval '11 seconds', holder = -1 WHERE key LIKE $1 || ':%'`,
      [what.id],
    );
    await office.react(what, other);
    await eventually(
      () => holding(number),
      (pids) => pids.length === 1 && !pids.includes(lost),
    );
    open();
    const results = await all;
    expect(results.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([
      waiting,
    ]);
    await expect(sending[waiting]).rejects.toBeInstanceOf(MailBeingSentError);
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('gets a new lock number if PostgreSQL does not notice that the old connection is gone', async () => {
    const { email, what } = await due();
    const number = await office.holderOf(0);
    // A second connection waits for the worker's lock, so that it gets the lock before the worker
    // connects again.
    const gone = new Client({ connectionString: office.ownerUrl });
    await gone.connect();
    const locked = gone.query('SELECT pg_advisory_lock($1::integer, $2::integer)', [
      livenessLockClass,
      number,
    ]);
    await eventually(
      async () => {
        const { rows } = await owner.query(
          'SELECT 1 FROM pg_locks WHERE NOT granted AND classid = $1 AND objid = $2',
          [livenessLockClass, number],
        );
        return rows.length;
      },
      (n) => n === 1,
    );
    await cut(number);
    await locked;
    try {
      await eventually(
        () => office.holderOf(0),
        (now) => now !== number,
      );
      await office.react(what);
      expect(office.inbox.to(email)).toHaveLength(1);
    } finally {
      await gone.end();
    }
  });
});
