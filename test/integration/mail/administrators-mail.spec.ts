import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../../../contracts/base/events';
import { timeOrderedId } from '../../../server/platform/db/ids';
import { makeAdministrator, makeResearcher } from '../../support/people/people';
import { newDomainEvent, MailConsumerRig } from './post-office';

describe('a mail to the administrators', () => {
  let office: MailConsumerRig;
  beforeAll(async () => {
    office = await MailConsumerRig.open();
  });
  afterAll(() => office.close());

  /** Events that are mailed to each administrator. */
  const happens: Record<string, () => Promise<DomainEvent>> = {
    'a review': async () => {
      const [id, { _id }] = [timeOrderedId(), await makeResearcher(office.source)];
      await office.source.query(
        `INSERT INTO identity.review (id, account_id, state, organization, interests)
         VALUES ($1, $2, 'pending', 'Yale', 'Compilers')`,
        [id, _id],
      );
      return newDomainEvent('researchers.review-requested', { review_id: id, account_id: _id });
    },
    'a researcher who asks to leave': async () => {
      const { _id } = await makeResearcher(office.source);
      await office.source.query('INSERT INTO identity.deletion_request VALUES ($1, now())', [_id]);
      return newDomainEvent('identity.deletion-asked', { account_id: _id });
    },
    'other certificates of an organization': async () => {
      const id = randomUUID();
      await office.source.query(
        `INSERT INTO identity.saml_connection
           (id, organization, entity_id, sso_url, certificates, enabled, waiting, waiting_since)
         VALUES ($1, 'Uni', $2, 'https://uni.test/', '{}', true, '{"enabled": true}', now())`,
        [id, `https://${id}.test/`],
      );
      return newDomainEvent('identity.sso-trust-asked', { connection_id: id });
    },
  };

  it.each(Object.keys(happens))(
    'about %s is not sent to a disabled administrator',
    async (what) => {
      const [inOffice, disabled] = [
        await makeAdministrator(office.source),
        await makeAdministrator(office.source),
      ];
      await office.source.query('UPDATE identity.account SET disabled_at = now() WHERE id = $1', [
        disabled._id,
      ]);
      await office.react(await happens[what]!());
      expect(office.inbox.to(inOffice.email)).toHaveLength(1);
      expect(office.inbox.to(disabled.email)).toEqual([]);
    },
  );
});
