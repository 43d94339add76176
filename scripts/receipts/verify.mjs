// npm run receipts:verify FILE -- --keys KEYS: checks the file of a receipt offline, with Node
// alone. KEYS is the response of the installation's GET /api/receipts/keys/, downloaded earlier.
// Without KEYS the program checks nothing, since a forger of a receipt could also supply a key.
// Exit codes: 0 genuine, 1 not genuine, 2 not checked.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** The prefix of a 32-byte Ed25519 public key in DER form (RFC 8410). */
const head = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * @typedef {{ receipt: string, signature: string, key_version: number, installation: string }} ReceiptFile
 * @typedef {{ installation: string, keys: { version: number, public_key: string }[] }} Keys
 * @typedef {{ type: string, number: string, day: string, installation: string, key_version: number }} Said
 */

/**
 * Checks a receipt, and says the result in sentences.
 * @param {ReceiptFile} file
 * @param {Keys | undefined} keys
 * @returns {{ code: 0 | 1 | 2, says: string[] }}
 */
function check(file, keys) {
  const { receipt, signature, key_version, installation } = file;
  const said = /** @type {Said} */ (JSON.parse(receipt));
  const about = `${said.type} ${said.number} of ${said.day}, ${said.installation}`;
  if (!keys)
    return {
      code: 2,
      says: [
        `Not checked: ${about}`,
        `Download the keys once: curl ${said.installation}/api/receipts/keys/ > keys.json`,
        'Then: npm run receipts:verify FILE -- --keys keys.json',
      ],
    };
  const key = keys.keys.find(({ version }) => version === key_version);
  if (installation !== keys.installation || !key)
    return {
      code: 1,
      says: [`UNKNOWN: these keys are of ${keys.installation}, and have not signed ${about}`],
    };
  const isGenuine =
    said.installation === installation &&
    said.key_version === key_version &&
    verify(
      null,
      Buffer.from(receipt),
      createPublicKey({
        key: Buffer.concat([head, Buffer.from(key.public_key, 'base64url')]),
        format: 'der',
        type: 'spki',
      }),
      Buffer.from(signature, 'base64url'),
    );
  if (!isGenuine) return { code: 1, says: [`CHANGED: this is not what was signed (${about})`] };
  return {
    code: 0,
    says: [
      `Genuine: ${about}, signed under version ${key_version}`,
      ...Object.entries(said).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
      `Whether a later receipt voids it, only the installation knows: ${installation}/receipts/verify`,
    ],
  };
}

function run() {
  const { values, positionals } = parseArgs({
    options: { keys: { type: 'string' } },
    allowPositionals: true,
  });
  /** Reads a JSON file. @param {string} name @returns {unknown} */
  const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0)
    throw new Error('npm run receipts:verify FILE -- --keys KEYS');
  const keys = values.keys === undefined ? undefined : /** @type {Keys} */ (read(values.keys));
  return check(/** @type {ReceiptFile} */ (read(name)), keys);
}

try {
  const { code, says } = run();
  process.stdout.write(`${says.join('\n')}\n`);
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
