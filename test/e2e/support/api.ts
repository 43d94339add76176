import { randomBytes, randomUUID } from 'node:crypto';
import type { User } from '../../../contracts/accounts/accounts';
import { demoAccounts, demoPassword, runningProduct } from './product';
import { waitForMail } from './inbox';

export interface Person extends Pick<User, '_id' | 'first_name'> {
  email: string;
  password: string;
  token: string;
}

/**
 * Calls the API as a client other than the browser under test.
 * @throws Error with the response, if its status is not a success
 */
export async function callApi<T>(
  method: string,
  path: string,
  {
    token,
    basic,
    body,
    origin = runningProduct().url,
  }: { token?: string; basic?: string; body?: object; origin?: string } = {},
): Promise<T> {
  const authorization = token
    ? `Bearer ${token}`
    : basic
      ? `Basic ${Buffer.from(basic).toString('base64')}`
      : undefined;
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Signs in without a browser. @param origin the origin of a server other than the product's own */
export async function signInByApi(
  email: string,
  password = demoPassword,
  origin = runningProduct().url,
): Promise<Person> {
  const user = await callApi<User & { token: string }>('GET', '/api/users/profile/', {
    basic: `${email}:${password}`,
    origin,
  });
  return { _id: user._id, first_name: user.first_name, email, password, token: user.token };
}

const signedIn = new Map<keyof typeof demoAccounts, Promise<Person>>();

/** Signs in an account of the demo, once for each test file, because a password hash takes long. */
export function demoPerson(who: keyof typeof demoAccounts): Promise<Person> {
  const known = signedIn.get(who);
  if (known) return known;
  const person = signInByApi(demoAccounts[who]);
  signedIn.set(who, person);
  // After a sign-in that failed, the next call of `demoPerson` tries again.
  person.catch(() => signedIn.delete(who));
  return person;
}

interface Wanted {
  is_researcher?: boolean;
  first_name?: string;
  last_name?: string;
}

/** Registers a new account, with a verified address, for tests of other features. */
export async function newPerson({
  is_researcher = false,
  first_name = 'Ada',
  last_name = 'Lovelace',
}: Wanted = {}): Promise<Person> {
  const email = `${first_name.toLowerCase()}-${randomUUID().slice(0, 8)}@people.test`;
  const password = demoPassword;
  // With this secret, the confirmation of the address signs the person in, which spares a further
  // password hash.
  const browser_secret = randomBytes(32).toString('base64url');
  await callApi('POST', '/api/users/', {
    body: {
      browser_secret,
      email,
      password,
      password_confirmation: password,
      first_name,
      last_name,
      is_researcher,
      ...(is_researcher && { invitation_code: runningProduct().invitation }),
    },
  });
  const { text } = await waitForMail(email, /confirm/i);
  const key = /[?&]key=([\w-]+)/.exec(text)?.[1];
  const user = await callApi<User & { token: string }>('PUT', '/api/users/profile/', {
    body: { action: 'activate', key, browser_secret },
  });
  return { _id: user._id, first_name: user.first_name, email, password, token: user.token };
}

export interface RecruitingStudy {
  study_id: string;
  session_id: string;
  /** The key of the private link, if the session has one. */
  link_key: string | null;
  title: string;
  consent: { _id: string; sha256: string };
}

/** The runtime of a study that has only notes. Participants complete the study by a click. */
export const notesRuntime = { kind: 'notes', completes: 'participant' } as const;

/** Makes a study with a consent form, and launches a session, as the demo's researcher. */
export async function recruit(
  researcher: Person,
  title: string,
  capacity: number,
  audience: 'catalogue' | 'link' = 'catalogue',
  runtime: object = notesRuntime,
  more: object = {},
  /** Further properties of the consent form, such as questions and other languages. */
  form: object = {},
): Promise<RecruitingStudy> {
  const call = <T = { _id: string }>(method: string, path: string, body: object) =>
    callApi<T>(method, path, { token: researcher.token, body });
  const { _id: study_id } = await call('POST', '/api/studies/', {
    title,
    description: 'You look at **words** and say what they remind you of.',
    duration_minutes: 15,
    privacy_level: 'anonymous',
    reward: { amount: 350, currency: 'EUR' },
    payment_terms: { how: 'bank transfer', within_days: 14 },
    runtime,
    ...more,
  });
  const consent = await call<{ _id: string; sha256: string }>(
    'PUT',
    `/api/studies/${study_id}/consent/`,
    {
      title: 'Consent form',
      body_markdown: '# What this is about\n\nWords, and what they remind you of.',
      ...form,
    },
  );
  const { _id: session_id, link_key } = await call<{ _id: string; link_key: string | null }>(
    'POST',
    `/api/studies/${study_id}/sessions/`,
    { capacity, audience },
  );
  await call('PUT', `/api/sessions/${session_id}/`, { state: 'active' });
  return {
    study_id,
    session_id,
    link_key,
    title,
    consent: { _id: consent._id, sha256: consent.sha256 },
  };
}

/** Enrols a participant. */
export const enrolByApi = (
  person: Person,
  { session_id, consent }: RecruitingStudy,
): Promise<{ _id: string }> =>
  callApi('POST', `/api/sessions/${session_id}/participations/`, {
    token: person.token,
    body: { consent },
  });
