/**
 * @engines long: workers compute the signals when they receive an event from a queue, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import type { ResearcherReview } from '../../../contracts/researchers/researchers';
import { type PersonOptions } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { noReviewSignals, openReviewRig } from './reviewing';
import { bodyOf } from '../../support/app/body-of';

describe('the signals for the decision on a review', () => {
  let reviewing: Awaited<ReturnType<typeof openReviewRig>>;
  beforeAll(async () => {
    reviewing = await openReviewRig();
  });
  afterAll(() => reviewing.close());

  it.each<[string, PersonOptions, boolean | null]>([
    [
      'an address of the organization',
      { organization: 'University of Oslo', email: 'ada@uio.no' },
      true,
    ],
    [
      'an address below it, whatever the case and the accents of the name',
      { organization: 'university of ZURICH', email: 'ada@psych.unizh.ch' },
      true,
    ],
    ['one of an abbreviated organization', { organization: 'mit', email: 'ada@mit.edu' }, true],
    [
      'an address of a department',
      { organization: 'university of  OSLO', email: 'ada@psykologi.uio.no' },
      true,
    ],
    [
      'one that only looks like it',
      { organization: 'University of Oslo', email: 'ada@notuio.no' },
      false,
    ],
    ['one of anybody', { organization: 'University of Oslo', email: 'ada@gmail.com' }, false],
    [
      'an organization that nobody knows',
      { organization: 'Ada’s Laboratory', email: 'ada@lab.test' },
      null,
    ],
    [
      'a fitting address that is not proven',
      { organization: 'University of Oslo', email: 'eve@uio.no', status: 'NEW' },
      null,
    ],
  ])(
    'say whether the mail address matches the organization: %s',
    async (_name, options, expected) => {
      const { _id } = await reviewing.newResearcher(options);
      const reviewId = await reviewing.request(_id);
      expect(await reviewing.signals(_id)).toEqual({
        ...noReviewSignals,
        domain_matches: expected,
        domain_unproven: options.status === 'NEW',
      });
      await eventually(
        () => reviewing.told(reviewId),
        (messages) => messages.length > 0,
      );
    },
  );

  it('use the identifier of the organization if there is one', async () => {
    const ror = 'https://ror.org/042nb2s44';
    await reviewing.running.source.query(
      `INSERT INTO identity.organization (id, source, name, ror_id, aliases, domains, names)
       VALUES ($1, 'ror', 'Elsewhere', $2, '{}', '{elsewhere.test}', E'\\nelsewhere\\n')`,
      [randomUUID(), ror],
    );
    const { _id } = await reviewing.newResearcher({
      organization: 'University of Oslo',
      email: 'grace@elsewhere.test',
    });
    await reviewing.running.source.query(
      'UPDATE identity.account SET organization_ror_id = $2 WHERE id = $1',
      [_id, ror],
    );
    await reviewing.request(_id);
    expect(await reviewing.signals(_id)).toMatchObject({
      domain_matches: true,
      organization_listed: true,
    });
  });

  it('say that an identifier is unknown until its organization is imported, and use the name meanwhile', async () => {
    const person = await reviewing.newResearcher({ organization: null, email: 'max@uio.no' });
    await reviewing.running
      .http()
      .put('/api/users/profile/')
      .set(person.headers)
      .send({
        organization: 'University of Oslo',
        organization_ror_id: 'https://ror.org/03vek6s52',
      })
      .expect(200);
    expect(await reviewing.signals(person._id)).toEqual({
      ...noReviewSignals,
      domain_matches: true,
      organization_listed: false,
    });
    await reviewing.running.source.query(
      `INSERT INTO identity.organization (id, source, name, ror_id, aliases, domains, names)
       VALUES ($1, 'ror', 'Elsewhere still', 'https://ror.org/03vek6s52', '{}', '{still.test}', E'\\nelsewhere still\\n')`,
      [randomUUID()],
    );
    await reviewing.happens('researchers.organizations-changed', { after_review_id: null });
    expect(await reviewing.signals(person._id, (s) => s?.organization_listed === true)).toEqual({
      ...noReviewSignals,
      domain_matches: false,
      organization_listed: true,
    });
  });

  it('stored by an older version leave newer signals unknown', async () => {
    const { _id } = await reviewing.newResearcher({ organization: 'Nowhere' });
    await reviewing.request(_id);
    await reviewing.signals(_id);
    await reviewing.running.source.query(
      `UPDATE identity.review SET signals = signals - 'organization_listed' WHERE account_id = $1`,
      [_id],
    );
    expect((await reviewing.review(_id)).signals).toEqual(noReviewSignals);
  });

  it('are updated when the mail address is verified', async () => {
    const { _id } = await reviewing.newResearcher({
      organization: 'University of Oslo',
      email: 'mary@uio.no',
      status: 'NEW',
    });
    const reviewId = await reviewing.request(_id);
    await reviewing.signals(_id);
    const before = reviewing.told(reviewId).length;
    await reviewing.running.source.query(
      `UPDATE identity.account SET status = 'ACTIVE' WHERE id = $1`,
      [_id],
    );
    await reviewing.happens('identity.account-activated', { account_id: _id });
    expect(await reviewing.signals(_id, (s) => s?.domain_matches === true)).toMatchObject({
      domain_matches: true,
    });
    await eventually(
      () => reviewing.told(reviewId).length,
      (n) => n > before,
    );
  });

  it('show a linked ORCID and a single sign-on while they are linked', async () => {
    const { _id } = await reviewing.newResearcher({ organization: 'Nowhere' });
    await reviewing.request(_id);
    expect(await reviewing.signals(_id)).toEqual(noReviewSignals);
    for (const [provider, subject] of [
      ['orcid', '0000-0002-1825-0097'],
      ['ssoready', 'x'],
    ]) {
      const identity_id = randomUUID();
      await reviewing.running.source.query(
        `INSERT INTO identity.identity (id, account_id, provider, issuer, subject)
         VALUES ($1, $2, $3, 'https://issuer.test', $4)`,
        [identity_id, _id, provider, `${subject}`],
      );
      await reviewing.happens('identity.identity-linked', { account_id: _id, identity_id });
    }
    expect(await reviewing.signals(_id, (s) => s?.single_sign_on === true)).toEqual({
      ...noReviewSignals,
      orcid: '0000-0002-1825-0097',
      single_sign_on: true,
    });
    await reviewing.running.source.query('DELETE FROM identity.identity WHERE account_id = $1', [
      _id,
    ]);
    await reviewing.happens('identity.identity-unlinked', { account_id: _id });
    expect(await reviewing.signals(_id, (s) => s?.single_sign_on === false)).toEqual(
      noReviewSignals,
    );
  });

  it('count earlier decisions about the same person, and leave the signals of those decisions unchanged', async () => {
    const { _id } = await reviewing.newResearcher({ organization: 'Nowhere' });
    const ids: (string | null)[] = [];
    for (const decision of ['reject', 'approve', 'reject']) {
      ids.push(await reviewing.request(_id));
      await reviewing.signals(_id);
      await reviewing.running
        .http()
        .put(`/api/reviews/${_id}/`)
        .set(reviewing.administrator.headers)
        .send({ decision, reason: 'x' })
        .expect(200);
    }
    await reviewing.request(_id);
    expect(await reviewing.signals(_id)).toMatchObject({
      earlier_approved: 1,
      earlier_rejected: 2,
    });
    await reviewing.happens('identity.profile-changed', { account_id: _id });
    const body = await bodyOf<{ items: ResearcherReview[] }>(
      reviewing.running
        .http()
        .get(`/api/reviews/?researcher=${_id}`)
        .set(reviewing.administrator.headers)
        .expect(200),
    );
    expect(body.items.at(-1)).toMatchObject({
      _id: ids[0],
      signals: { earlier_approved: 0, earlier_rejected: 0 },
    });
  });
});
