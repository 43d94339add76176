import { randomBytes, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { sha256 } from '../../../server/platform/security/secrets';

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
 * Makes one account with a token for each element of `each`. It writes directly into the tables,
 * for tests of features other than registration.
 */
export async function makeEachPerson(
  source: DataSource,
  each: readonly PersonOptions[],
): Promise<TestPerson[]> {
  const rows = each.map((options) => {
    const token = randomBytes(32).toString('base64url');
    const id = randomUUID();
    return {
      options,
      hash: sha256(token),
      person: {
        _id: id,
        email: options.email ?? `p-${id}@people.test`,
        token,
        headers: { authorization: `Bearer ${token}` },
      },
    };
  });
  await source.query(
    `WITH p AS (SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[],
        $7::boolean[], $8::boolean[], $9::text[], $10::text[], $11::text[])
        AS p (id, hash, email, first_name, last_name, role, is_researcher, researcher_privilege,
          organization, status, language)),
      account AS (
        INSERT INTO identity.account (id, email, first_name, last_name, role, is_researcher,
          researcher_privilege, organization, status, language)
        SELECT id, email, first_name, last_name, role, is_researcher, researcher_privilege, organization,
          status, language FROM p)
     INSERT INTO identity.token (id, account_id, hash, remembered, expires_at)
     SELECT gen_random_uuid(), id, hash, false, now() + interval '1 year' FROM p`,
    [
      rows.map(({ person }) => person._id),
      rows.map(({ hash }) => hash),
      rows.map(({ person }) => person.email),
      ...columns.map(([name, otherwise]) => each.map((options) => options[name] ?? otherwise)),
    ],
  );
  return rows.map(({ person }) => person);
}

/** Signs an account in from a further browser. @returns the token */
export async function addToken(source: DataSource, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await source.query(
    `INSERT INTO identity.token (id, account_id, hash, remembered, expires_at)
     VALUES (gen_random_uuid(), $1, $2, false, now() + interval '1 year')`,
    [accountId, sha256(token)],
  );
  return token;
}

/** The optional columns of `identity.account` with their default values. */
const columns = [
  ['first_name', 'Ada'],
  ['last_name', 'Lovelace'],
  ['role', null],
  ['is_researcher', false],
  ['researcher_privilege', null],
  ['organization', null],
  ['status', 'ACTIVE'],
  ['language', 'en'],
] as const;

export const makePeople = (
  source: DataSource,
  count: number,
  options: PersonOptions = {},
): Promise<TestPerson[]> =>
  makeEachPerson(
    source,
    Array.from({ length: count }, () => options),
  );

export async function makePerson(
  source: DataSource,
  options: PersonOptions = {},
): Promise<TestPerson> {
  const [person] = await makePeople(source, 1, options);
  if (!person) throw new Error('nobody was made');
  return person;
}

/** An approved researcher. */
export const researcherOptions: PersonOptions = {
  is_researcher: true,
  researcher_privilege: true,
  organization: 'University of Somewhere',
};
export const administratorOptions: PersonOptions = { role: 'ADMINISTRATOR' };

export const makeResearcher = (source: DataSource, options: PersonOptions = {}) =>
  makePerson(source, { ...researcherOptions, ...options });
export const makeAdministrator = (source: DataSource, options: PersonOptions = {}) =>
  makePerson(source, { ...administratorOptions, ...options });
