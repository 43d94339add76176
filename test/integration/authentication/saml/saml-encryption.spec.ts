import { X509Certificate } from 'node:crypto';
import { DataSource } from 'typeorm';
import { cloneDatabase } from '../../../support/engines/engines';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import {
  encryptedAssertion,
  encryptionKeyIn,
  type EncryptionOptions,
} from '../../../support/sign-in/providers/encrypting';
import { EncryptionKey } from '../../../../server/authentication/saml/encryption/encryption-key';
import { Clock } from '../../../../server/platform/concurrency/clock';
import { Secrets } from '../../../../server/platform/security/secrets';
import { assertionIn, tamperedResponse } from './attacks/forging';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
let uni: ConnectedProvider;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  uni = await saml.connect();
});
afterAll(() => running.close());

/** Encrypts the assertion of a valid response of this organization. */
const encrypting =
  (of: EncryptionOptions, edit: (xml: string) => string = (xml) => xml) =>
  (xml: string) => {
    const plain = assertionIn(xml);
    return edit(
      xml.replace(plain, () => encryptedAssertion(plain, encryptionKeyIn(saml.metadata), of)),
    );
  };
const askedOf = async (from: ConnectedProvider) =>
  from.idp.asked(await saml.redirectUrl(`somebody@${from.domain}`), saml.metadata);

describe('An encrypted assertion', () => {
  it.each<[string, EncryptionOptions]>([
    ['AES-128-GCM, RSA-OAEP with SHA-1', {}],
    ['AES-256-GCM, RSA-OAEP with SHA-256', { cipher: 'aes-256-gcm', transport: 'sha256' }],
    ['its key beside it', { beside: true }],
  ])('signs a person in: %s', async (_, of) => {
    const answer = await tamperedResponse(saml, uni, encrypting(of))(await askedOf(uni));
    expect((await saml.enter(answer))._id).toEqual(expect.any(String));
  });

  it('signs a person in when samlify encrypts it with the key from our metadata', async () => {
    const sealing = await saml.connect({ encrypts: true });
    const answer = await saml.answerFrom(sealing, {
      attributes: { mail: `ada@${sealing.domain}`, givenName: 'Ada', sn: 'Lovelace' },
    });
    const sent = Buffer.from(answer.SAMLResponse, 'base64').toString();
    expect(sent).toContain('EncryptedAssertion');
    expect(sent).not.toContain('Lovelace');
    expect((await saml.enter(answer))._id).toEqual(expect.any(String));
  });

  it('is accepted once, like an unencrypted assertion', async () => {
    const request = await askedOf(uni);
    const answer = await tamperedResponse(saml, uni, encrypting({}))(request);
    expect(await saml.codeAfter(answer)).not.toBe('');
    expect(await saml.errorAfter(answer)).toBe('invalid_flow');
  });
});

describe('The key for encrypted assertions', () => {
  it('is created once when several requests need it at the same time, is stored encrypted, and fits its certificate', async () => {
    const engines = await cloneDatabase();
    const source = new DataSource({ type: 'postgres', url: engines.migrationDatabaseUrl });
    await source.initialize();
    const { app } = running;
    const fresh = () =>
      new EncryptionKey(
        source,
        app.get(Secrets, { strict: false }),
        app.get(Clock, { strict: false }),
      );
    try {
      const made = await Promise.all([fresh().get(), fresh().get(), fresh().get()]);
      made.push(await fresh().get());
      const rows: { certificate: string; private_key: Buffer }[] = await source.query(
        'SELECT certificate, private_key FROM identity.saml_encryption_key',
      );
      expect(rows).toHaveLength(1);
      const { certificate = '', private_key = Buffer.alloc(0) } = rows[0] ?? {};
      expect(made.map((one) => one.certificate)).toEqual(made.map(() => certificate));
      expect(private_key.toString('latin1')).toMatch(/^v\d+:/);
      expect(private_key.toString('latin1')).not.toContain('PRIVATE');
      const written = new X509Certificate(Buffer.from(certificate, 'base64'));
      expect(written.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
      for (const one of made) expect(written.checkPrivateKey(one.privateKey)).toBe(true);
    } finally {
      await source.destroy();
      await engines.drop();
    }
  });

  it('is published in the metadata, the same at every reading', async () => {
    const { app, http } = running;
    const { certificate } = await app.get(EncryptionKey, { strict: false }).get();
    expect(saml.metadata).toContain(`<ds:X509Certificate>${certificate}</ds:X509Certificate>`);
    expect((await http().get('/api/saml/metadata/').expect(200)).text).toBe(saml.metadata);
  });

  it('is published with AES-GCM and RSA-OAEP only', () => {
    const methods = [...saml.metadata.matchAll(/<md:EncryptionMethod Algorithm="([^"]+)"/g)];
    expect(methods.map(([, algorithm]) => algorithm)).toEqual([
      'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      'http://www.w3.org/2009/xmlenc11#aes128-gcm',
      'http://www.w3.org/2009/xmlenc11#rsa-oaep',
      'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    ]);
  });
});
