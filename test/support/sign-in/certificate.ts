import { createSign, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';

export interface SigningKey {
  privateKey: string;
  /** DER in base64, without the BEGIN and END lines of PEM. */ certificate: string;
}

const tlv = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const n = content.length;
  const length = n < 0x80 ? [n] : n < 0x100 ? [0x81, n] : [0x82, n >> 8, n & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...contents: Buffer[]) => tlv(0x30, ...contents);
const time = (at: Date) =>
  tlv(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
const sha256WithRsa = sequence(
  Buffer.from('06092a864886f70d01010b', 'hex'),
  Buffer.from('0500', 'hex'),
);
const named = (name: string) =>
  sequence(tlv(0x31, sequence(Buffer.from('0603550403', 'hex'), tlv(0x0c, Buffer.from(name)))));

const newPair = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });

interface Host {
  commonlabRsaPairs?: KeyPairKeyObjectResult[];
}
const { commonlabHost: host = globalThis as Host } = globalThis as { commonlabHost?: Host };
/** The key pairs of 2,048 bits that this worker of jest has made. */
const pairs = (host.commonlabRsaPairs ??= []);
let taken = 0;
/**
 * Returns a key pair that this test file has not used yet. Making a pair takes as long as ten
 * requests. Each test file of a jest worker therefore uses the pairs of earlier files again, from
 * the first pair on.
 */
const nextPair = () => (pairs[taken++] ??= newPair(2048));

/**
 * Makes a key with a self-signed certificate (RFC 5280), as identity providers use. It writes the
 * certificate byte by byte, because Node reads certificates but cannot create them.
 */
export function signingKey({
  name = 'idp.test',
  from = new Date(Date.now() - 86_400_000),
  until = new Date(Date.now() + 365 * 86_400_000),
  bits = 2048,
} = {}): SigningKey {
  const { privateKey, publicKey } = bits === 2048 ? nextPair() : newPair(bits);
  const unsigned = sequence(
    Buffer.from('a003020102', 'hex'),
    tlv(0x02, Buffer.from([1])),
    sha256WithRsa,
    named(name),
    sequence(time(from), time(until)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(unsigned).sign(privateKey);
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: sequence(unsigned, sha256WithRsa, tlv(0x03, Buffer.from([0]), signature)).toString(
      'base64',
    ),
  };
}
