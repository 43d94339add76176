import { startApp, type RunningApp } from '../../../support/app';
import { signingKey } from '../../../support/certificate';
import { SamlIdp } from '../../../support/saml-idp';
import { count } from '../../accounts/people-of';
import { samlOf, type Saml } from './saml-people';
import { bodyOf } from '../../../support/body-of';

let running: RunningApp;
let saml: Saml;
beforeAll(async () => {
  running = await startApp();
  saml = await samlOf(running);
});
afterAll(() => running.close());

const key = signingKey();
let last = 0;
const add = (domains: string[]) =>
  saml.add(new SamlIdp(`https://idp-${++last}.example`, { key }), domains);
const change = (id: string, body: object) =>
  running.http().put(`/api/saml/connections/${id}/`).set(saml.administrator.headers).send(body);
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

describe('A domain where anybody gets an address', () => {
  it.each(['gmail.com', 'web.de', 'outlook.com', 'Posteo.DE', 'mailinator.com'])(
    'belongs to no organization: %s',
    async (domain) => {
      const body = await bodyOf(add([`uni-${last}.example`, domain]).expect(400));
      expect(body).toMatchObject(refusedAt('domains.1'));
      expect(
        await count(running.source, `identity.saml_domain WHERE domain = $1`, [
          domain.toLowerCase(),
        ]),
      ).toBe(0);
    },
  );

  it('is refused in the language of whoever asks', async () => {
    const body = await bodyOf(add(['gmx.de']).set('accept-language', 'de').expect(400));
    expect(JSON.stringify(body)).toContain('Dort bekommt jede Person eine Adresse');
  });

  it.each(['nus.edu.sg', 'unican.es'])(
    'is one that the list has by mistake where a known organization has it: %s',
    async (domain) => {
      await add([domain]).expect(201);
    },
  );

  it('is not one that lies below the domain of a known organization, whatever the list says', async () => {
    await add(['mail.dcu.ie']).expect(201);
  });

  it.each(['example.com', 'gmail.test', 'web.example', 'example.org'])(
    'is not a name that is reserved for tests and documents: %s',
    async (domain) => {
      await add([domain]).expect(201);
    },
  );

  it('stays with a connection that has it already, and does not come to it', async () => {
    const { _id } = (await add(['older.example']).expect(201)).body as { _id: string };
    await running.source.query(
      `INSERT INTO identity.saml_domain (domain, connection_id) VALUES ('t-online.de', $1)`,
      [_id],
    );
    await change(_id, { organization: 'As before' }).expect(200);
    await change(_id, { domains: ['t-online.de', 'newer.example'] }).expect(200);
    expect(
      (await change(_id, { domains: ['t-online.de', 'newer.example', 'yahoo.com'] }).expect(400))
        .body,
    ).toMatchObject(refusedAt('domains.2'));
    expect(await saml.connectionOf(_id)).toMatchObject({
      domains: ['newer.example', 't-online.de'],
    });
    await change(_id, { domains: ['newer.example'] }).expect(200);
    await change(_id, { domains: ['t-online.de'] }).expect(400);
  });
});
