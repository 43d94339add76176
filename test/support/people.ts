import { randomBytes, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { sha256 } from '../../server/platform/security/secrets';

export interface PersonOptions {
  is_researcher?: boolean;
  researcher_privilege?: boolean | null;
  role?: 'ADMINISTRATOR' | null;
  status?: 'NEW' | 'ACTIVE';
  organization?: string | null;
  language?: string;
  first_name?: string;
  last_name?: string;
  email?: string;
}
export interface TestPerson {
  _id: string;
  email: string;
  token: string;
  headers: { authorization: string };
}

/**
 * Accounts with a token, inserted directly into the tables: for tests of features other than
 * registration.
 */
export async function makePeople(
  source: DataSource,
  count: number,
  options: PersonOptions = {},
): Promise<TestPerson[]> {
  const people = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString('base64url');
    const id = randomUUID();
    return {
      _id: id,
      email: options.email ?? `p-${id}@people.test`,
      token,
      headers: { authorization: `Bearer ${token}` },
    };
  });
  await source.query(
    `INSERT INTO identity.account (id, email, first_name, last_name, role, is_researcher,
      researcher_privilege, organization, status, language)
     SELECT id, email, $3, $4, $5, $6, $7, $8, $9, $10 FROM unnest($1::uuid[], $2::text[]) AS p (id, email)`,
    [
      people.map((p) => p._id),
      people.map((p) => p.email),
      options.first_name ?? 'Ada',
      options.last_name ?? 'Lovelace',
      options.role ?? null,
      options.is_researcher ?? false,
      options.researcher_privilege ?? null,
      options.organization ?? null,
      options.status ?? 'ACTIVE',
      options.language ?? 'en',
    ],
  );
  await source.query(
    `INSERT INTO identity.token (id, account_id, hash, remembered, expires_at)
     SELECT gen_random_uuid(), account_id, hash, false, now() + interval '1 year'
     FROM unnest($1::uuid[], $2::bytea[]) AS t (account_id, hash)`,
    [people.map((p) => p._id), people.map((p) => sha256(p.token))],
  );
  return people;
}

export async function makePerson(
  source: DataSource,
  options: PersonOptions = {},
): Promise<TestPerson> {
  const [person] = await makePeople(source, 1, options);
  if (!person) throw new Error('nobody was made');
  return person;
}

export const makeResearcher = (source: DataSource, options: PersonOptions = {}) =>
  makePerson(source, {
    is_researcher: true,
    researcher_privilege: true,
    organization: 'University of Somewhere',
    ...options,
  });
export const makeAdministrator = (source: DataSource, options: PersonOptions = {}) =>
  makePerson(source, { role: 'ADMINISTRATOR', ...options });
