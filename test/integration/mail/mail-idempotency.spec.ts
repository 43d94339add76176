/** @lane quick */
import { randomId } from '../../../server/platform/db/ids';
import { makePerson } from '../../support/people/people';
import { MailBeingSentError } from '../../../server/mail/mail-sender';
import { newDomainEvent, MailConsumerRig } from './post-office';

describe('A mail is sent once', () => {
  let office: MailConsumerRig;
  beforeAll(async () => {
    office = await MailConsumerRig.open();
  });
  afterAll(() => office.close());
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

  it('when the same job runs twice', async () => {
    const { email, what } = await due();
    await office.react(what);
    await office.react(what);
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('when two workers process the same job at the same time: the second one fails and finds it done when retried', async () => {
    const other = await office.addWorker();
    const { email, what } = await due();
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => void (letGo = resolve));
    office.inbox.onMail = () => held;
    const tries = [office.react(what), office.react(what, other)];
    // One of the two calls fails while the SMTP server still accepts the mail of the other.
    await Promise.race(tries.map((one) => one.catch(() => undefined)));
    letGo();
    const both = await Promise.allSettled(tries);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((b) => b.status === 'rejected')?.reason).toBeInstanceOf(MailBeingSentError);
    await office.react(what, other);
    await office.react(what);
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('when ten jobs of one event run at the same time', async () => {
    const { email, what } = await due();
    await Promise.allSettled(Array.from({ length: 10 }, () => office.react(what)));
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('after the SMTP server was away', async () => {
    const { email, what } = await due();
    await office.inbox.stop();
    await expect(office.react(what)).rejects.toThrow(/^mail not sent/);
    await expect(office.react(what)).rejects.toThrow(/^mail not sent/);
    expect(await office.states(what)).toEqual([]);
    await office.inbox.start();
    await office.react(what);
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('after the server refused it temporarily, and the error in the queue contains no address', async () => {
    const { email, what } = await due();
    office.inbox.onRecipient = (address) => {
      throw Object.assign(new Error(`${address}: come back later`), { responseCode: 451 });
    };
    const failure = await office.react(what).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(failure?.message).toBe('mail not sent EENVELOPE RCPT TO 451');
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(email);
    office.inbox.onRecipient = () => undefined;
    await office.react(what);
    expect(office.inbox.to(email)).toHaveLength(1);
  });

  it('at most, and is given up if the mailbox does not exist', async () => {
    const { what } = await due();
    office.inbox.onRecipient = () => {
      throw Object.assign(new Error('no such user'), { responseCode: 550 });
    };
    await office.react(what);
    expect((await office.states(what)).map((m) => m.state)).toEqual(['dropped']);
  });

  it('while a claim is recent; a claim older than two minutes is taken over with the same Message-ID', async () => {
    const { email, what } = await due();
    await office.react(what);
    // Writes what remains of a worker that crashed after the mail server accepted the mail and
    // before the worker recorded this.
    await office.source.query(
      `UPDATE platform.mail
       SET state = 'claimed', sent_at = NULL, claimed_at = now() - interval '119 seconds'
       WHERE key LIKE $1 || ':%'`,
      [what.id],
    );
    await expect(office.react(what)).rejects.toBeInstanceOf(MailBeingSentError);
    expect(office.inbox.to(email)).toHaveLength(1);
    await office.source.query(
      `UPDATE platform.mail SET claimed_at = now() - interval '121 seconds' WHERE key LIKE $1 || ':%'`,
      [what.id],
    );
    await office.react(what);
    const [first, second, ...more] = office.inbox.to(email);
    expect(more).toEqual([]);
    expect(second?.parsed.messageId).toBe(first?.parsed.messageId);
    expect((await office.states(what)).map((m) => m.state)).toEqual(['sent']);
  });

  it('by a second worker ten seconds after the claiming worker is gone, but not before two minutes while that worker runs', async () => {
    const other = await office.addWorker();
    const { email, what } = await due();
    const crashed = async (holder: number, secondsAgo: number) => {
      await office.source.query(
        `UPDATE platform.mail
         SET state = 'claimed', sent_at = NULL, holder = $2, claimed_at = now() - $3 * interval '1 second'
         WHERE key LIKE $1 || ':%'`,
        [what.id, holder, secondsAgo],
      );
    };
    await office.react(what);
    await crashed(await office.holderOf(0), 60);
    await expect(office.react(what, other)).rejects.toBeInstanceOf(MailBeingSentError);
    // No worker holds the lock -1, so the worker with this claim counts as gone.
    await crashed(-1, 9);
    await expect(office.react(what, other)).rejects.toBeInstanceOf(MailBeingSentError);
    expect(office.inbox.to(email)).toHaveLength(1);
    await crashed(-1, 11);
    await office.react(what, other);
    const [first, second, ...more] = office.inbox.to(email);
    expect(more).toEqual([]);
    expect(second?.parsed.messageId).toBe(first?.parsed.messageId);
  });

  it('among sixty at the same time, although one is refused, one fails and one has no recipient any more', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, due));
    const [refused, failing, ...well] = all;
    if (!refused || !failing) throw new Error('sixty');
    const gone = newDomainEvent('identity.known-address-registered', { account_id: randomId() });
    office.inbox.onRecipient = (address) => {
      if (address === refused.email)
        throw Object.assign(new Error('no such user'), { responseCode: 550 });
      if (address === failing.email) throw Object.assign(new Error('later'), { responseCode: 451 });
    };
    const events = [...all.map(({ what }) => what), gone];
    const results = await Promise.allSettled(events.map((what) => office.react(what)));
    expect(results.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([1]);
    expect((await office.states(refused.what)).map((m) => m.state)).toEqual(['dropped']);
    expect((await office.states(gone)).map((m) => m.state)).toEqual(['dropped']);
    office.inbox.onRecipient = () => undefined;
    await Promise.all(events.map((what) => office.react(what)));
    expect([...well, failing].map(({ email }) => office.inbox.to(email).length)).toEqual(
      [...well, failing].map(() => 1),
    );
  });
});
