/** @long tests every cell */
import { capabilities } from '../../../server/contexts';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { ApiErrorBody, httpStatusOf } from '../../../contracts/base/errors';
import { startApp } from '../../support/app/app';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeAdministrator } from '../../support/people/people';
import { operationNameOfRow, authorisationMatrixRows } from './all-rows';
import { expectedAnswerOf, expectedAnswersOf } from './cells/cells';
import { testedMatrixCells } from './cells/tested-cells';
import { personas } from './admitted-personas';
import { makePersonaAccounts, MatrixCellFixtures, type PersonaAccounts } from './personas';
import {
  matrixCellRequestsOf,
  methodOf,
  type MatrixRowRequest,
  type ExpectedAnswer,
  type AuthorisationRow,
} from './row';

const kept = testedMatrixCells(authorisationMatrixRows);

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
  // Some rows remove administrators. The server does not remove the last administrator, so this one
  // stays.
  await makeAdministrator(run.source);
});
afterAll(() => run.close());

const send = (
  row: AuthorisationRow,
  scene: MatrixCellFixtures,
  { params = {}, query = {}, body }: MatrixRowRequest,
) => {
  const path = row.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const method = methodOf(row.endpoint);
  const http = run.http();
  const request = http[method](path)
    .query(query)
    .set(scene.me?.headers ?? {});
  return body === undefined ? request : request.send(body);
};
const seen = ({ status, body }: { status: number; body: unknown }): ExpectedAnswer => {
  const refusal = ApiErrorBody.safeParse(body);
  return status >= 400 && refusal.success ? (refusal.data.code as ExpectedAnswer) : status;
};

describe('[8.1.1] [8.2.1] [8.2.2] [8.3.1] The authorisation matrix', () => {
  it('has a row for every call of the contract, and no others', () => {
    const [inRows, known] = [
      new Set(authorisationMatrixRows.map((row) => operationNameOfRow(row.endpoint))),
      new Set(capabilities.endpoints.map(operationNameOfRow)),
    ];
    expect([...known].filter((name) => !inRows.has(name))).toEqual([]);
    expect([...inRows].filter((name) => !known.has(name))).toEqual([]);
  });

  it('expects only answers that the contract declares', () => {
    const unknown = authorisationMatrixRows.flatMap((row) => {
      const { endpoint, what } = row;
      return Object.entries(expectedAnswersOf(row))
        .filter(([, cell]) =>
          typeof cell === 'number'
            ? endpoint.replies[cell] === undefined
            : httpStatusOf(cell) === undefined,
        )
        .map(([persona, cell]) => `${operationNameOfRow(endpoint)} ${what}: ${cell} to ${persona}`);
    });
    expect(unknown).toEqual([]);
  });

  it('refuses beyond the access rule only where the contract names a policy', () => {
    const refusals: readonly unknown[] = ['unauthenticated', 'forbidden', 'not_found'];
    const told = authorisationMatrixRows.filter(
      ({ answers, endpoint }) =>
        typeof answers === 'object' &&
        Object.values(answers).some((cell) => refusals.includes(cell)) &&
        endpoint.access.policy === undefined,
    );
    expect(told.map(({ endpoint }) => operationNameOfRow(endpoint))).toEqual([]);
  });

  it('has a row with explicit answers for every policy of the contract', () => {
    const named = (some: readonly Endpoint[]) => new Set(some.map(({ access }) => access.policy));
    const inWords = authorisationMatrixRows.filter(({ answers }) => typeof answers === 'object');
    expect([...named(capabilities.endpoints)].filter((name) => name !== undefined).sort()).toEqual(
      [...named(inWords.map(({ endpoint }) => endpoint))]
        .filter((name) => name !== undefined)
        .sort(),
    );
  });

  it('tests each access rule and each policy with every persona, and each row at least once', () => {
    const asked = new Set(
      [...kept].flatMap(([{ endpoint }, some]) =>
        some.flatMap((persona) => [
          `${endpoint.access.who} ${persona}`,
          `${endpoint.access.policy ?? ''} ${persona}`,
        ]),
      ),
    );
    const expected = authorisationMatrixRows.flatMap(({ endpoint: { access } }) =>
      personas.flatMap((persona) => [
        `${access.who} ${persona}`,
        `${access.policy ?? ''} ${persona}`,
      ]),
    );
    expect(expected.filter((one) => !asked.has(one))).toEqual([]);
    expect([...kept.values()].filter((some) => some.length === 0)).toEqual([]);
  });

  describe.each(
    authorisationMatrixRows.map(
      (row) => [`${operationNameOfRow(row.endpoint)}${row.what && `, ${row.what}`}`, row] as const,
    ),
  )('%s', (_, row) => {
    let cast: PersonaAccounts;
    beforeAll(async () => void (cast = await makePersonaAccounts(run)));
    const askOf = matrixCellRequestsOf(row);

    it.each(
      (kept.get(row) ?? []).map((persona) => [persona, expectedAnswerOf(row, persona)] as const),
    )('answers %s with %s', async (persona, expected) => {
      const scene = new MatrixCellFixtures(run, cast, persona);
      const answer = await send(row, scene, await askOf(scene, expected));
      expect(seen(answer)).toBe(expected);
      if (typeof expected === 'string') expect(answer.status).toBe(httpStatusOf(expected));
    });
  });
});

describe('An administrator without the second factor that this server requires', () => {
  let strict: RunningApp;
  beforeAll(async () => {
    strict = await startApp({ environment: { ADMIN_SECOND_FACTOR: 'required' } });
  });
  afterAll(() => strict.close());

  it('cannot make the calls for administrators, and can make all public calls', async () => {
    const administrator = await makeAdministrator(strict.source);
    const answers: Record<string, unknown> = {};
    for (const endpoint of capabilities.endpoints.filter(
      ({ access }) => access.who === 'administrator',
    )) {
      const path = endpoint.path.replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000001');
      const method = methodOf(endpoint);
      const request = strict.http()[method](path).set(administrator.headers);
      // The guard refuses before the request is validated, so its body does not matter.
      const answer = await (endpoint.body ? request.send({ nonsense: 1 }) : request);
      answers[operationNameOfRow(endpoint)] = seen(answer);
    }
    expect(Object.keys(answers).length).toBeGreaterThan(10);
    expect(new Set(Object.values(answers))).toEqual(new Set(['second_factor_missing']));
    for (const path of [
      '/api/users/profile/',
      '/api/security/',
      '/api/sign-ins/',
      '/api/participations/',
    ])
      await strict.http().get(path).set(administrator.headers).expect(200);
    expect(
      (await strict.http().get('/api/security/').set(administrator.headers).expect(200)).body,
    ).toMatchObject({ second_factor_missing: true });
  });
});
