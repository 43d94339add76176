import { domainToASCII } from 'node:url';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bodyOf } from '../../../support/app/body-of';
import { countRows, sortedStatuses } from '../../accounts/account-requests';
import type { SamlIdp } from '../../../support/sign-in/saml-idp';
import { connectionRequestsOf, newIdp, type SsoConnectionResponse } from './connections';
import { samlRequestsOf, type SamlRequests } from './saml-people';
import { unique } from '../../../support/chance/unique';

let running: RunningApp;
let saml: SamlRequests;
let connections: ReturnType<typeof connectionRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  connections = connectionRequestsOf(running, saml);
});
afterAll(() => running.close());

const add = (domains: string[]) => saml.add(newIdp(), domains);
const refusedAt = (path: string) => ({
  code: 'validation_failed',
  fields: [
    {
      path,
      code: 'public_mail_domain',
      description: expect.stringContaining('Anybody can get an address there') as string,
    },
  ],
});

describe('A public mail domain, where anybody can get an address,', () => {
  it.each(['gmail.com', 'web.de', 'outlook.com', 'Posteo.DE', 'mailinator.com'])(
    'is refused for an organization: %s',
    async (domain) => {
      const body = await bodyOf(add(['with-another.example', domain]).expect(400));
      expect(body).toMatchObject(refusedAt('domains.1'));
      expect(
        await countRows(running.source, `identity.saml_domain WHERE domain = $1`, [
          domain.toLowerCase(),
        ]),
      ).toBe(0);
    },
  );

  it('is refused in the language of the request', async () => {
    const body = await bodyOf(add(['gmx.de']).set('accept-language', 'de').expect(400));
    expect(JSON.stringify(body)).toContain('Dort bekommt jede Person eine Adresse');
  });

  it.each(['nus.edu.sg', 'unican.es'])(
    'is accepted if the list names it by mistake and a known organization owns it: %s',
    async (domain) => {
      await add([domain]).expect(201);
    },
  );

  it('does not include a subdomain of a known organization, whatever the list says', async () => {
    await add(['mail.dcu.ie']).expect(201);
  });

  it.each(['example.com', 'gmail.test', 'web.example', 'example.org'])(
    'does not include a name reserved for tests and documentation: %s',
    async (domain) => {
      await add([domain]).expect(201);
    },
  );

  it('remains with a connection that had it before it was listed as public, and cannot be added again', async () => {
    const { _id } = (await add(['older.example']).expect(201)).body as { _id: string };
    await running.source.query(
      `INSERT INTO identity.saml_domain (domain, connection_id) VALUES ('t-online.de', $1)`,
      [_id],
    );
    await connections.change(_id, { organization: 'As before' }).expect(200);
    await connections.change(_id, { domains: ['t-online.de', 'newer.example'] }).expect(200);
    expect(
      (
        await connections
          .change(_id, { domains: ['t-online.de', 'newer.example', 'yahoo.com'] })
          .expect(400)
      ).body,
    ).toMatchObject(refusedAt('domains.2'));
    expect(await saml.connectionOf(_id)).toMatchObject({
      domains: ['newer.example', 't-online.de'],
    });
    await connections.change(_id, { domains: ['newer.example'] }).expect(200);
    await connections.change(_id, { domains: ['t-online.de'] }).expect(400);
  });
});

describe('A mail domain of a connection', () => {
  it('belongs to one connection only', async () => {
    const [a, b] = [
      (await saml.add(newIdp(), ['taken.example']).expect(201)).body as SsoConnectionResponse,
      (await saml.add(newIdp(), ['free.example']).expect(201)).body as SsoConnectionResponse,
    ];
    const body = await bodyOf(
      saml.add(newIdp(), ['also-free.example', 'TAKEN.example']).expect(409),
    );
    expect(body).toMatchObject({
      code: 'domain_taken',
      description: expect.stringContaining('taken.example') as string,
    });
    await connections.change(b._id, { domains: ['free.example', 'taken.example'] }).expect(409);
    expect(await saml.connectionOf(b._id)).toMatchObject({ domains: ['free.example'] });
    expect(
      await countRows(running.source, `identity.saml_domain WHERE domain = 'also-free.example'`),
    ).toBe(0);
    await connections.change(a._id, { domains: ['taken.example'] }).expect(200);
  });

  it('is given to one of eight connections that claim it at the same time', async () => {
    const claims = Array.from({ length: 8 }, (_, i) =>
      i % 2 === 0
        ? ['race.example', 'second-race.example']
        : ['second-race.example', 'race.example'],
    );
    const idps = claims.map(() => newIdp());
    const answers = await Promise.all(
      claims.map((domains, i) => saml.add(idps[i] as SamlIdp, domains)),
    );
    expect(sortedStatuses(answers)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(
      await countRows(running.source, `identity.saml_domain WHERE domain LIKE '%race.example'`),
    ).toBe(2);
  });

  it.each([
    ['no domain'],
    ['a@b.example'],
    ['localhost'],
    ['.example'],
    ['*.example'],
    ['-a.example'],
  ])('cannot be %j', async (domain) => {
    await saml.add(newIdp(), [domain]).expect(400);
  });

  it('is required: a connection without a domain is refused', async () => {
    await saml.add(newIdp(), []).expect(400);
  });
});

describe('A mail domain with non-ASCII characters', () => {
  const connected = async () => {
    const label = unique();
    const domain = `bücher-${label}.example`;
    const provider = newIdp();
    const body = await bodyOf(saml.add(provider, [domain], { enabled: true }).expect(201));
    return { domain, provider, shown: body as SsoConnectionResponse & { domains_shown: string[] } };
  };

  it('is stored in ASCII, shown in its own script, and found by both forms', async () => {
    const { domain, shown } = await connected();
    const ascii = domainToASCII(domain);
    expect(shown).toMatchObject({ domains: [ascii], domains_shown: [domain] });
    for (const one of [domain, ascii, domain.toUpperCase()])
      await running
        .http()
        .get('/api/saml/redirect_url/')
        .query({ user_email: `anna@${one}` })
        .expect(200);
    await saml.add(newIdp(), [ascii]).expect(409);
  });

  it.each([
    ['the address in that script', (domain: string) => `anna@${domain}`, null],
    ['a name with an umlaut', (domain: string) => `jürgen@${domain}`, null],
    [
      'an address nested in elements',
      (domain: string) => `<b>anna@${domain}</b>`,
      'unreadable_email',
    ],
  ])('lets a person sign in, or records why not: %s', async (_, mail, fault) => {
    const { domain, provider, shown } = await connected();
    const uni = { idp: provider, domain, id: shown._id };
    const answer = await saml.answerFrom(uni, { attributes: { mail: mail(domain) } });
    const page = (await saml.after(answer)).searchParams;
    if (fault === null) expect(page.get('saml_access_code')).not.toBeNull();
    else {
      expect(page.get('about')).toBe('person');
      expect((await saml.connectionOf(uni.id))?.faults).toMatchObject([{ code: fault }]);
    }
  });

  it('does not make a name ID with nested elements acceptable', async () => {
    const { domain, provider, shown } = await connected();
    const uni = { idp: provider, domain, id: shown._id };
    const answer = await saml.answerFrom(uni, { nameId: '<b>anna</b>' });
    expect((await saml.after(answer)).searchParams.get('error')).toBe('issuer_refused');
  });
});
