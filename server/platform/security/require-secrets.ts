import type { DataSource } from 'typeorm';
import { type Secrets } from './secrets';
import { areEqualBytes } from './same-bytes';

/**
 * Compares the versions of the secret key with the versions that the database has stored, and
 * stores new ones. If a version had another key than before, people would get new pseudonyms and
 * could take part twice.
 * @throws Error that names the variable to change
 */
export async function requireKnownSecretKeys(source: DataSource, secrets: Secrets): Promise<void> {
  const marks = secrets.marks();
  await source.query(
    `INSERT INTO platform.secret_version (version, mark)
     SELECT version, mark FROM unnest($1::integer[], $2::bytea[]) AS r (version, mark)
     ON CONFLICT DO NOTHING`,
    [marks.map(({ version }) => version), marks.map(({ mark }) => mark)],
  );
  const known: { version: number; mark: Buffer }[] = await source.query(
    `SELECT version, mark FROM platform.secret_version`,
  );
  for (const { version, mark } of marks) {
    const seen = known.find((one) => one.version === version);
    if (seen && !areEqualBytes(seen.mark, mark))
      throw new Error(
        version === secrets.version
          ? `SECRET_KEY: this database has seen another key as v${version}; a key that was replaced belongs into SECRET_KEYS_OLD`
          : `SECRET_KEYS_OLD: this database has seen another key as v${version}`,
      );
  }
}
