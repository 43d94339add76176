/**
 * @lane slow: sends random requests to every endpoint
 * @long: `npm test -- long` sends more of them
 */
import fc from 'fast-check';
import { capabilities } from '../../../server/contexts';
import { documentedSchemes } from '../../../contracts/base/access';
import { ApiErrorBody, httpStatusOf, type ErrorCode } from '../../../contracts/base/errors';
import { sha256 } from '../../../server/platform/security/secrets';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { makeStudy } from '../studies/fixtures';
import { requestTo, type FuzzedRequest } from './requests';

/**
 * Every run sends the same random requests. The environment variable FUZZ_SEED chooses other
 * requests, and FUZZ_RUNS their number for each endpoint.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const numRuns = Number(process.env.FUZZ_RUNS ?? 6);
const enough = 60;

let run: RunningApp;
let people: Record<string, TestPerson>;
let canary: TestPerson;
let ids: string[];
const personas = ['visitor', 'participant', 'researcher', 'administrator'] as const;

beforeAll(async () => {
  // The file has its own application, since the random requests of an administrator may change
  // anything.
  run = await startApp({ clock: new TestClock() });
  people = {
    participant: await makePerson(run.source),
    researcher: await makeResearcher(run.source),
    administrator: await makeAdministrator(run.source),
  };
  await makeAdministrator(run.source);
  // The canary is a person whose name and address only administrators may read: this person takes
  // part in the researcher's study without a name.
  canary = await makePerson(run.source, {
    first_name: 'Canaryfirst',
    last_name: 'Canarylast',
    email: 'canary-address@people.test',
  });
  const { researcher } = people;
  if (!researcher) throw new Error('nobody there');
  const open = await recruit(run, { researcher, capacity: 1000 });
  const draft = await makeStudy(run, researcher);
  const enrolled = await Promise.all(
    [canary, people.participant].map((person) =>
      run
        .http()
        .post(`/api/sessions/${open.session_id}/participations/`)
        .set(person?.headers ?? {})
        .send({ consent: open.consent })
        .expect(201),
    ),
  );
  ids = [
    canary._id,
    ...Object.values(people).map((p) => p._id),
    open.study_id,
    open.session_id,
    open.consent._id,
    draft,
    ...enrolled.map((a) => (a.body as { _id: string })._id),
    '018f0000-0000-7000-8000-000000000001',
  ];
});
afterAll(() => run.close());

/**
 * Reverts disablings, sign-outs and deletions that random requests have caused. Otherwise the
 * server would refuse all later requests of these people.
 */
async function repair(): Promise<void> {
  const all = [...Object.values(people), canary];
  await run.source.query(
    `WITH kept AS (UPDATE identity.account
     SET disabled_at = NULL, deletion_at = NULL, role = CASE WHEN id = $3 THEN 'ADMINISTRATOR' END, status = 'ACTIVE'
     WHERE id = ANY($1::uuid[]))
     INSERT INTO identity.token (id, account_id, hash, remembered, expires_at)
     SELECT gen_random_uuid(), account_id, hash, false, now() + interval '1 year'
     FROM unnest($1::uuid[], $2::bytea[]) AS t (account_id, hash) ON CONFLICT DO NOTHING`,
    [all.map((p) => p._id), all.map((p) => sha256(p.token)), people.administrator?._id],
  );
}

const leaks = new RegExp(
  [
    /\bat .{1,200}:\d+:\d+\)?|node_modules|\/server\//,
    /\b(SELECT|INSERT|UPDATE|DELETE)\b.{1,200}\b(FROM|INTO|SET|WHERE)\b/,
    /syntax error at|violates|relation "|column "|QueryFailedError|TypeError|\$argon2/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

async function ask(method: string, { persona, path, headers, body }: FuzzedRequest) {
  const person = people[persona];
  const answer = await fetch(`${run.url}${path}`, {
    method,
    headers: { ...(person ? person.headers : {}), ...headers },
    redirect: 'manual',
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Says what is wrong with a response; returns undefined if nothing is. */
function wrongWith(
  { status, headers, text }: Awaited<ReturnType<typeof ask>>,
  { persona, headers: sent }: FuzzedRequest,
): string | undefined {
  if (status >= 500) return 'a server error';
  if (!headers.get('x-request-id')) return 'no request id';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'may be sniffed';
  if (status >= 400) {
    if (!/^application\/json/.test(headers.get('content-type') ?? ''))
      return 'an error that is no JSON';
    const error = ApiErrorBody.safeParse(JSON.parse(text));
    if (
      !error.success ||
      httpStatusOf(error.data.code as ErrorCode) !== status ||
      error.data.status !== status ||
      !error.data.description
    )
      return 'not the error shape of the wire';
  }
  if (leaks.test(text)) return 'tells of the inside';
  if (sent.authorization === undefined && persona === 'administrator') return undefined;
  if (/canary/i.test(text)) return 'tells of somebody else';
  if ([...Object.values(people), canary].some((p) => text.includes(p.token)))
    return 'tells a token';
  return undefined;
}

describe(`[2.2.1] [2.2.2] Every endpoint with random requests of any role (seed ${seed}, ${numRuns} requests each)`, () => {
  it.each(
    capabilities.endpoints.map(
      (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
    ),
  )('%s never fails with a server error and never leaks', async (_, endpoint) => {
    const seen = new Set<number>();
    const asked = (runs: number) =>
      fc.assert(
        fc.asyncProperty(requestTo(endpoint, personas, ids), async (fuzzed) => {
          const answer = await ask(endpoint.method, fuzzed);
          seen.add(answer.status);
          if (endpoint.method !== 'GET' && answer.status < 300) await repair();
          const wrong = wrongWith(answer, fuzzed);
          if (wrong) throw new Error(`${wrong}: ${answer.status} ${answer.text.slice(0, 600)}`);
        }),
        { numRuns: runs, seed, endOnFailure: true },
      );
    // If an endpoint needs a credential, some requests must have been refused and others must have
    // passed the guard: otherwise the code behind the guard was not tested.
    const isBehindTested = () =>
      documentedSchemes(endpoint.access).length === 0 ||
      ([...seen].some((status) => status === 401) && [...seen].some((status) => status !== 401));
    await asked(numRuns);
    // Among few requests, all or none may have been refused, so the test sends more.
    if (!isBehindTested()) await asked(enough);
    expect(isBehindTested()).toBe(true);
  });

  it('including POST /api/saml/acs/ never fails with a server error and never leaks a secret', async () => {
    const form = fc.dictionary(
      fc.constantFrom('SAMLResponse', 'RelayState', 'x'),
      fc.oneof(
        fc.base64String(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '<x/>',
          'PHg+',
          '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
          Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>').toString('base64'),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(form, async (fields) => {
        const answer = await fetch(`${run.url}/api/saml/acs/`, {
          method: 'POST',
          body: new URLSearchParams(fields),
          redirect: 'manual',
        });
        expect(answer.status).toBeLessThan(500);
        expect(leaks.test(await answer.text())).toBe(false);
        expect(answer.headers.get('location') ?? run.config.publicWebUrl).toMatch(
          new RegExp(`^${run.config.publicWebUrl}(/|$)`),
        );
      }),
      { numRuns, seed, endOnFailure: true },
    );
  });
});
