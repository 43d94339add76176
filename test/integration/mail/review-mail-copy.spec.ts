import { timeOrderedId } from '../../../server/platform/db/ids';
import { makeAdministrator, makeResearcher } from '../../support/people/people';
import { newDomainEvent, MailConsumerRig } from './post-office';

const web = 'http://web.test:5173';

describe('Mails about the review of a researcher', () => {
  let office: MailConsumerRig;
  beforeAll(async () => {
    office = await MailConsumerRig.open();
  });
  afterAll(() => office.close());

  const addReview = async (accountId: string, state: string, reason: string | null = null) => {
    const id = timeOrderedId();
    await office.source.query(
      `INSERT INTO identity.review (id, account_id, state, organization, interests, reason)
       VALUES ($1, $2, $3, 'Yale & Co', 'Compilers', $4)`,
      [id, accountId, state, reason],
    );
    return id;
  };
  const dropped = async (what: Parameters<MailConsumerRig['states']>[0]) => {
    expect((await office.states(what)).map(({ state }) => state)).toEqual(['dropped']);
  };

  it('reach each administrator while the review is pending', async () => {
    const administrators = [
      await makeAdministrator(office.source),
      await makeAdministrator(office.source, { language: 'de' }),
    ];
    const researcher = await makeResearcher(office.source, {
      first_name: 'Grace',
      last_name: 'Hopper',
    });
    const review_id = await addReview(researcher._id, 'pending');
    const what = newDomainEvent('researchers.review-requested', {
      review_id,
      account_id: researcher._id,
    });
    await office.react(what);
    await office.react(what);
    const mails = administrators.map(({ email }) => office.inbox.to(email));
    expect(mails.map((m) => m.length)).toEqual([1, 1]);
    expect(mails[0]?.[0]?.text).toContain('Grace Hopper');
    expect(mails[0]?.[0]?.html).toContain('Yale &amp; Co');
    expect(mails[1]?.[0]?.text).toContain(`${web}/reviews`);
    expect(mails[1]?.[0]?.subject).toBe('Eine Forscherprüfung wartet');
    await office.source.query(`UPDATE identity.review SET state = 'approved' WHERE id = $1`, [
      review_id,
    ]);
    const late = newDomainEvent('researchers.review-requested', {
      review_id,
      account_id: researcher._id,
    });
    await office.react(late);
    expect(await office.states(late)).toEqual([]);
    expect(administrators.flatMap(({ email }) => office.inbox.to(email))).toHaveLength(2);
  });

  it.each([
    ['approved', 'is approved', '/experiments'],
    ['rejected', 'did not pass review', '/profile/#affiliation'],
  ])('tell the researcher that it was %s, and the reason', async (state, words, path) => {
    const { _id, email } = await makeResearcher(office.source);
    const review_id = await addReview(_id, state, 'The institute <is> known');
    await office.react(
      newDomainEvent('researchers.review-decided', { review_id, account_id: _id }),
    );
    const [mail] = office.inbox.to(email);
    expect(mail?.subject).toContain(words);
    expect(mail?.text).toContain('> The institute <is> known');
    expect(mail?.html).toContain('The institute &lt;is&gt; known');
    expect(mail?.text).toContain(`${web}${path}`);
  });

  it('do not report a decision if a new review has begun since', async () => {
    const { _id } = await makeResearcher(office.source);
    const review_id = await addReview(_id, 'rejected', 'No');
    await addReview(_id, 'pending');
    const what = newDomainEvent('researchers.review-decided', { review_id, account_id: _id });
    await office.react(what);
    await dropped(what);
  });
});
