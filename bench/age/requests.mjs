import { PASSWORD } from './people.mjs';
import { ROUNDS_PER_REQUEST, findBenchmarkSubjects, mapSequentially } from './subjects.mjs';

/**
 * @typedef {{ method: 'GET' | 'POST' | 'PUT', path: string, authorization?: string, body?: object }} TimedRequest
 */
/**
 * A kind of request for whose answer a person waits. If the answer depends on the person who sends
 * the request, the measurement sends requests of this kind from different people.
 * @typedef {object} Wait
 * @property {string} what
 * @property {number} status
 * @property {() => Promise<TimedRequest[]>} requests
 * @property {(text: string, request: TimedRequest) => void} [onAnswer] sees each answer
 */

/**
 * Returns the requests to measure, on a database that contains a simulated year.
 * @param {import('pg').Client} db the owner's connection
 * @returns {Promise<Wait[]>}
 */
export async function buildMeasuredRequests(db) {
  const { all, bearer, people, some, each, keys, busy, tried, named, anonymous, study, own } =
    await findBenchmarkSubjects(db);
  /**
   * Describes repeated GET requests for one path, which the given people send in turn.
   * @param {string} what @param {string} path @param {...(string | undefined)} who @returns {Wait}
   */
  const read = (what, path, ...who) => ({
    what,
    status: 200,
    requests: async () =>
      Array.from({ length: ROUNDS_PER_REQUEST }, (_, i) => ({
        method: 'GET',
        path,
        authorization: who[i % who.length],
      })),
  });
  /**
   * The accounts that this measurement has enrolled. A person can enrol only once in a study, so
   * `enrolling` does not choose these accounts again. The table `age_link` contains only enrolments
   * from before this measurement.
   * @type {string[]}
   */
  const enrolled = [];
  /** Returns people who can enrol, each with the session and the consent form to enrol in. */
  const enrolling = async () => {
    const sessions = await all(
      `SELECT s.id, s.study_id, c.id AS consent_id, c.sha256
       FROM research.session s JOIN research.consent c ON c.id = s.consent_id
       WHERE s.state = 'active' AND research.seats_taken(s) < s.capacity - 10 ORDER BY md5(s.id::text) LIMIT ${ROUNDS_PER_REQUEST}`,
    );
    const seats = Array.from(
      { length: ROUNDS_PER_REQUEST },
      (_, i) => sessions[i % sessions.length] ?? {},
    );
    return mapSequentially(seats, async ({ id, study_id, consent_id, sha256 }, i) => {
      const [person] = await all(
        `${people} AND id NOT IN (SELECT l.account_id FROM public.age_link l
           JOIN research.participation p ON p.id = l.participation_id WHERE p.study_id = $1) AND id <> ALL ($3::uuid[])
         ORDER BY md5(id::text || $2) LIMIT 1`,
        [study_id, String(i), enrolled],
      );
      enrolled.push(person?.id);
      return { id, consent: { _id: consent_id, sha256 }, authorization: await bearer(person?.id) };
    });
  };
  /**
   * The participations that this measurement made, by state, with the token of each participant.
   * The measurement must remember the tokens: the database encrypts the link from a participation
   * to its account.
   * @type {Record<string, { id: string, authorization: string | undefined }[]>}
   */
  const fresh = { enrolled: [], started: [] };
  /**
   * Describes requests that all change the state of a participation in one way.
   * @param {string} action @param {string} before the state of the participations before the change
   * @param {number} count @returns {Wait}
   */
  const move = (action, before, count) => ({
    what: `a participation: ${action}`,
    status: 200,
    requests: async () => {
      const rows = await all(
        `SELECT p.id, l.account_id FROM research.participation p JOIN public.age_link l ON l.participation_id = p.id
         WHERE p.state = $1 AND (p.due_at IS NULL OR p.due_at > now() + interval '1 minute') ORDER BY p.updated_at DESC LIMIT $2`,
        [before, count],
      );
      const theirs = await mapSequentially(rows, async ({ id, account_id }) => ({
        id,
        authorization: await bearer(account_id),
      }));
      // With a small `--share`, the database may have fewer than `count` such participations. The
      // missing ones come from the participations that this measurement itself made.
      const own = (fresh[before] ?? []).splice(0, Math.max(0, Math.ceil(count) - theirs.length));
      return [...theirs, ...own].map(({ id, authorization }) => ({
        method: 'PUT',
        path: `/api/participations/${id}/`,
        authorization,
        body: { action },
      }));
    },
    onAnswer: (text, { authorization }) => {
      const { _id, state } = JSON.parse(text);
      fresh[state]?.push({ id: _id, authorization });
    },
  });
  const basic = (/** @type {string} */ email, /** @type {string} */ password) =>
    `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const month = (/** @type {number} */ back) =>
    new Date(Date.now() - back * 30 * 86_400_000).toISOString();
  return [
    {
      what: 'sign-in',
      status: 200,
      requests: async () =>
        some.map(({ email }) => ({
          method: 'GET',
          path: '/api/users/profile/',
          authorization: basic(email, PASSWORD),
        })),
    },
    {
      what: 'sign-in, a wrong password',
      status: 401,
      requests: async () =>
        some.map(({ email }) => ({
          method: 'GET',
          path: '/api/users/profile/',
          authorization: basic(email, 'wrong'),
        })),
    },
    {
      what: 'a reset code',
      status: 202,
      requests: async () =>
        some.map(({ email }) => ({
          method: 'POST',
          path: '/api/users/password/',
          body: { email },
        })),
    },
    read('own profile', '/api/users/profile/', ...each),
    read('catalogue', '/api/studies/', undefined),
    read('catalogue, signed in', '/api/studies/', ...each),
    read('catalogue, a text of many', '/api/studies/?text=memory', undefined),
    read('catalogue, a text of none', '/api/studies/?text=nowhere%20at%20all', undefined),
    read('study page', `/api/studies/${study.id}/`, ...each),
    read('consent form', `/api/studies/${study.id}/consent/`, ...each),
    {
      what: 'enrolment',
      status: 201,
      requests: async () =>
        (await enrolling()).map(({ id, consent, authorization }) => ({
          method: 'POST',
          path: `/api/sessions/${id}/participations/`,
          authorization,
          body: { consent },
        })),
      onAnswer: (text, { authorization }) =>
        fresh.enrolled?.push({ id: JSON.parse(text)._id, authorization }),
    },
    move('withdraw', 'enrolled', ROUNDS_PER_REQUEST / 3),
    move('start', 'enrolled', ROUNDS_PER_REQUEST / 2),
    move('complete', 'started', ROUNDS_PER_REQUEST / 2),
    read('own participations', '/api/participations/', ...each),
    read('own participations, the busiest', '/api/participations/', keys.busy),
    read('own sign-ins', '/api/sign-ins/', ...each, keys.tried),
    read('who saw my name', '/api/roster-accesses/', keys.seen),
    read('own exports', '/api/exports/', ...each),
    read('own security', '/api/security/', ...each),
    {
      what: 'a data export is asked for',
      status: 202,
      requests: async () => {
        const idle = await all(
          `${people} AND NOT EXISTS (SELECT FROM identity.export e WHERE e.account_id = identity.account.id
             AND e.state IN ('waiting', 'running')) ORDER BY id LIMIT ${ROUNDS_PER_REQUEST}`,
        );
        return mapSequentially(idle, async ({ id }) => ({
          method: 'POST',
          path: '/api/exports/',
          authorization: await bearer(id),
        }));
      },
    },
    read('dashboard, the longest', '/api/sessions/', keys.first),
    read('dashboard, a usual one', '/api/sessions/', keys.usual),
    read('own studies, the longest', '/api/studies/?scope=mine', keys.first),
    read('own studies, a usual list', '/api/studies/?scope=mine', keys.usual),
    read('roster with names', `/api/sessions/${named.id}/roster/`, await bearer(named.owner_id)),
    read(
      'roster without names',
      `/api/sessions/${anonymous.id}/roster/`,
      await bearer(anonymous.owner_id),
    ),
    read('people who fit, no filter', '/api/participants/', keys.usual),
    read('people who fit, by age', '/api/participants/?age_min=20&age_max=40', keys.usual),
    read(
      'people who fit, who took part',
      `/api/participants/?completed_any_of=${own.id}`,
      keys.usual,
    ),
    read('a researcher finds colleagues', '/api/users/?text=curie', keys.usual),
    read('users', '/api/users/', keys.admin),
    read('users, a text of many', '/api/users/?text=ada', keys.admin),
    read('users, a text of none', '/api/users/?text=nobody%20of%20that%20name', keys.admin),
    read('users, two letters of none', '/api/users/?text=zq', keys.admin),
    read('users, an address', '/api/users/?text=person-77%40age.test', keys.admin),
    read('users who are researchers', '/api/users/?role=researcher', keys.admin),
    read('users to be deleted', '/api/users/?status=DELETING', keys.admin),
    read('reviews', '/api/reviews/', keys.admin),
    read('reviews that wait', '/api/reviews/?state=pending', keys.admin),
    read('audit log', '/api/audit/', keys.admin),
    read('audit log, 200 records', '/api/audit/?limit=200', keys.admin),
    read('audit log, sign-ins', '/api/audit/?action=signed-in', keys.admin),
    read('audit log, a rare action', '/api/audit/?action=account-disabled', keys.admin),
    read(
      'audit log, an action that never was',
      '/api/audit/?action=sso-connection-removed',
      keys.admin,
    ),
    read('audit log, failed sign-ins', '/api/audit/?action=sign-in-failed', keys.admin),
    read('audit log, a person', `/api/audit/?person=${busy.id}`, keys.admin),
    read(
      'audit log, the botnet at a person',
      `/api/audit/?person=${tried.id}&action=sign-in-failed`,
      keys.admin,
    ),
    read(
      'audit log, a rare action of a person',
      `/api/audit/?person=${busy.id}&action=account-disabled`,
      keys.admin,
    ),
    read('audit log, three months ago', `/api/audit/?from=${month(4)}&to=${month(3)}`, keys.admin),
    read('audit log, before its beginning', `/api/audit/?to=${month(13)}`, keys.admin),
  ];
}
