import { makeAdministrator, makeResearcher } from '../../support/people/people';
import { newDomainEvent, MailConsumerRig } from './post-office';

describe('The mail about a researcher’s deletion request', () => {
  let office: MailConsumerRig;
  beforeAll(async () => {
    office = await MailConsumerRig.open();
  });
  afterAll(() => office.close());

  const asking = async (first_name: string, role: 'ADMINISTRATOR' | null = null) => {
    const researcher = await makeResearcher(office.source, { first_name, role });
    await office.source.query('INSERT INTO identity.deletion_request VALUES ($1, now())', [
      researcher._id,
    ]);
    return {
      ...researcher,
      what: newDomainEvent('identity.deletion-asked', { account_id: researcher._id }),
    };
  };

  it('reaches every administrator once, with a link to the account', async () => {
    const administrators = [
      await makeAdministrator(office.source),
      await makeAdministrator(office.source, { language: 'de' }),
    ];
    const { _id, email, what } = await asking('Grace');
    await office.react(what);
    await office.react(what);
    const mails = administrators.map((one) => office.inbox.to(one.email));
    expect(mails.map((m) => m.length)).toEqual([1, 1]);
    expect(mails[0]?.[0]?.text).toContain('Grace Lovelace');
    expect(mails[0]?.[0]?.text).toContain(email);
    expect(mails[1]?.[0]?.text).toContain(`/admin/users?user=${_id}`);
    expect(mails[1]?.[0]?.subject).toBe('Eine forschende Person möchte gehen');
    expect(office.inbox.to(email)).toEqual([]);
  });

  it('is sent again for a new request, and not for a withdrawn one', async () => {
    const administrator = await makeAdministrator(office.source);
    const { _id, what } = await asking('Ida');
    await office.react(what);
    await office.source.query('DELETE FROM identity.deletion_request WHERE account_id = $1', [_id]);
    await office.react(newDomainEvent('identity.deletion-asked', { account_id: _id }));
    expect(office.inbox.to(administrator.email)).toHaveLength(1);
    await office.source.query('INSERT INTO identity.deletion_request VALUES ($1, now())', [_id]);
    await office.react(newDomainEvent('identity.deletion-asked', { account_id: _id }));
    expect(office.inbox.to(administrator.email)).toHaveLength(2);
  });

  it('is not sent to the administrator who made the request', async () => {
    const { email, what } = await asking('Admin', 'ADMINISTRATOR');
    await office.react(what);
    expect(office.inbox.to(email)).toEqual([]);
  });
});
