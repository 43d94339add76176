/** One version of `SECRET_KEY`. */
export interface SecretKey {
  version: number;
  secret: string;
  /**
   * Whether the key is used only for checking old hashes, and does not encrypt or decrypt values.
   */
  hashesOnly: boolean;
}

/**
 * An entry of `SECRET_KEYS_OLD`: `v1:SECRET` or `v1-hashes:SECRET`. Entries are separated by
 * commas.
 */
const entry = /^v([1-9]\d{0,2})(-hashes)?:(.{32,})$/s;
const mostVersions = 255;

/**
 * Parses the former versions of `SECRET_KEY`, in ascending order.
 * @param old the value of `SECRET_KEYS_OLD`
 * @throws Error for a value that cannot be parsed. The caller adds the name of the variable to the
 * error's message.
 */
export function parseOldSecretKeys(old: string, present: string): SecretKey[] {
  const former = (old === '' ? [] : old.split(/,(?=v\d+(?:-hashes)?:)/)).map((text) => {
    const found = entry.exec(text);
    if (!found) throw new Error('an entry is not v1:KEY or v1-hashes:KEY with 32 characters');
    const [, version = '', hashes, secret = ''] = found;
    return { version: Number(version), secret, hashesOnly: hashes !== undefined };
  });
  former.sort((a, b) => a.version - b.version);
  former.forEach(({ version }, i) => {
    // All former versions must be given: pseudonyms use the first version of the key, and lookups
    // of stored hashes use every version.
    if (version !== i + 1)
      throw new Error(`v${i + 1} is missing or there twice: keep every version for its hashes`);
  });
  if (former.length >= mostVersions) throw new Error('more than 254 versions');
  if (former.some(({ secret }) => secret === present))
    throw new Error('it has the present SECRET_KEY too: a former version is another key');
  return former;
}
