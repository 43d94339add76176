import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { X509CertificateGenerator } from '@peculiar/x509';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/concurrency/clock';
import { timeOrderedId } from '../../../platform/db/ids';
import { Secrets } from '../../../platform/security/secrets';

/** The private key and its `certificate` (DER in base64). */
export interface EncryptionKeyPair {
  certificate: string;
  privateKey: KeyObject;
}
interface Row {
  id: string;
  certificate: string;
  private_key: Buffer;
}

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const years = 20;

/**
 * Provides the installation's key for encrypted assertions (docs/decisions/saml.md). A separate
 * thread creates the key when it is first needed, usually for the metadata. If two servers create
 * one at the same time, both use the one that was stored first.
 */
@Injectable()
export class EncryptionKey implements BeforeApplicationShutdown {
  private known: Promise<EncryptionKeyPair> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.known?.catch(() => undefined);
  }

  /** @throws Error if the key was encrypted under a secret that this process does not have */
  get(): Promise<EncryptionKeyPair> {
    this.known ??= this.readOrMake().catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return this.known;
  }

  private async readOrMake(): Promise<EncryptionKeyPair> {
    const stored = (await this.stored()) ?? (await this.make());
    return {
      certificate: stored.certificate,
      privateKey: createPrivateKey(
        this.secrets.open('saml-encryption', stored.id, stored.private_key),
      ),
    };
  }

  private async stored(): Promise<Row | undefined> {
    const [row]: Row[] = await this.source.query(
      `SELECT id, certificate, private_key FROM identity.saml_encryption_key`,
    );
    return row;
  }

  private async make(): Promise<Row> {
    const now = this.clock.now();
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const until = new Date(now);
    until.setUTCFullYear(until.getUTCFullYear() + years);
    const certificate = await X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name: 'CN=Commonlab',
      notBefore: now,
      notAfter: until,
      signingAlgorithm: algorithm,
      keys,
    });
    const id = timeOrderedId();
    const pem = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
    await this.source.query(
      `INSERT INTO identity.saml_encryption_key (id, certificate, private_key, created_at)
       VALUES ($1, $2, $3, $4) ON CONFLICT (singleton) DO NOTHING`,
      [
        id,
        Buffer.from(certificate.rawData).toString('base64'),
        this.secrets.seal('saml-encryption', id, pem),
        now,
      ],
    );
    const row = await this.stored();
    if (!row) throw new Error('the key for encrypted assertions was removed while it was made');
    return row;
  }
}
