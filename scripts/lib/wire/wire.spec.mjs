import { compare, grouped } from './wire.mjs';
import { maskBody, maskExchange, maskValue } from './wire-exchange.mjs';
import { maskText, maskUrl } from './wire-masks.mjs';

/** @param {Partial<import('./wire-exchange.mjs').Exchange>} [other] @param {unknown} [answer] */
const exchange = (
  other,
  answer = { _id: '01a20356-98c7-72aa-af4f-224d8cc0fdf0', state: 'draft' },
) => ({
  file: 'test/integration/studies/studies.spec.ts',
  test: 'A study is made',
  method: 'POST',
  url: '/api/studies/',
  headers: { 'content-type': 'application/json' },
  body: { text: '{"title":"T"}' },
  status: 201,
  answerHeaders: { 'content-type': ['application/json'], 'content-length': ['80'] },
  answerBody: { text: JSON.stringify(answer) },
  ...other,
});
/**
 * @param {import('./wire-exchange.mjs').Exchange[]} before
 * @param {import('./wire-exchange.mjs').Exchange[]} after
 * @param {[string, string][]} [renamed]
 */
const changed = (before, after, renamed) => {
  const { onlyBefore, onlyAfter, differences } = compare([before], after, { renamed });
  return {
    onlyBefore,
    onlyAfter,
    differences: differences.map(({ where, before, after }) => [where, before, after]),
  };
};
const same = { onlyBefore: [], onlyAfter: [], differences: [] };

describe('masking', () => {
  test.each([
    ['01a20356-98c7-72aa-af4f-224d8cc0fdf0', '<uuid 7>'],
    ['p-c92bda68-eff3-4d7f-a5c8-ffa082e3690f@people.test', 'p-<uuid 4>@people.test'],
    ['2026-11-22T12:58:56.583Z', '<time>'],
    ['96LWtqxqYNWJzqPm40wX6l6vJmVdzz03S59BxaPIH2E', '<random 43>'],
    ['NLxBESSGuRlxyHSGJQbhpAHzMVtRyULArtfewcAQLNz', '<random 43>'],
    ['9f86d081884c7d659a2feaa0c55ad015', '<random 32>'],
    ["script-src 'nonce-IqP0rMgkyGmSMqQm0Bq2Xw=='", "script-src 'nonce-<nonce>'"],
    ['content="hlDcPQVjyZNzWNFQWgvbwA=="', 'content="<random 24>"'],
    ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '<jwt>'],
    ['person-12-4711@uni.test', 'person-<n>@uni.test'],
    ['http://127.0.0.1:43211/token', 'http://127.0.0.1:<port>/token'],
    ['Made on 22 November 2026 at 13:05 UTC.', 'Made on <date> at <time>.'],
  ])('replaces random parts of %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  test.each([
    'Correct-Horse-1',
    'recent_sign_in_required',
    'roster_on_completion',
    'WantAuthnRequestsSigned',
    'urn:oasis:names:tc:SAML:2.0:protocol',
    'Visitor-Region, Retry-After, X-Request-Id',
    'public, max-age=31536000, immutable',
    '1990-02-28',
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  ])('leaves %s unchanged', (text) => {
    expect(maskText(text)).toBe(text);
  });

  test('uses the name of a field when its value does not look random', () => {
    expect(maskValue({ code: 'QWDYL7K5', pseudonym: 'af411823', size: 9613 })).toEqual({
      code: '<code>',
      pseudonym: '<pseudonym>',
      size: '<size>',
    });
    expect(maskValue({ code: 'not_found', status: 404, size: null })).toEqual({
      code: 'not_found',
      status: 404,
      size: null,
    });
  });

  test('masks addresses and forms part by part', () => {
    expect(
      maskUrl(
        '/api/users/?text=Ada%20L&cursor=WyJMb3ZlbGFjZSIsIkFkYSIsIjVkNzA2NzQyLTYzYTktNDZmMS05',
      ),
    ).toBe('/api/users/?text=Ada L&cursor=<random>');
    expect(maskText('https://idp.test/sso?iss=http%3A%2F%2F127.0.0.1%3A4711&prompt=login')).toBe(
      'https://idp.test/sso?iss=http://127.0.0.1:<port>&prompt=login',
    );
    expect(
      maskBody(
        { text: `SAMLResponse=${'PHNhbWxwOlJlc3BvbnNlIHhtbG5z%2B'.repeat(9)}&RelayState=x` },
        'application/x-www-form-urlencoded',
      ),
    ).toBe('SAMLResponse=<random>&RelayState=x');
  });

  test('reduces a list to the set of its items', () => {
    expect(maskValue([{ n: 2 }, { n: 1 }, { n: 2 }])).toEqual([{ n: 1 }, { n: 2 }]);
    expect(maskValue([])).toEqual([]);
    expect(
      maskValue({ items: Array(50).fill({ name: 'A', role: null }), next_cursor: 'x' }),
    ).toEqual({ items: [{ name: 'string', role: 'null' }], next_cursor: 'x' });
  });

  test('marks requests and responses that were cut off', () => {
    const cut = { cut: ['request', 'answer'], status: 0, answerHeaders: {}, answerBody: undefined };
    expect(maskExchange(exchange(cut))).toMatchObject({
      request: { body: '<cut>' },
      answer: { status: 0, body: '<cut>' },
    });
  });
});

describe('comparison', () => {
  const other = '01b20356-98c7-72aa-af4f-224d8cc0fdf0';

  test('ignores order, repetitions, ids, and the file of a test', () => {
    const get = { method: 'GET', body: undefined, status: 200 };
    const moved = { file: 'test/integration/a.spec.ts' };
    expect(
      changed(
        [exchange(), exchange(get)],
        [
          exchange({ ...get, ...moved }),
          exchange({ ...get, ...moved }),
          exchange(moved, { state: 'draft', _id: other }),
        ],
      ),
    ).toEqual(same);
  });

  test('reports the differences between responses to the same request', () => {
    expect(
      changed(
        [exchange()],
        [exchange({ status: 200, answerHeaders: { etag: ['x'] } }, { _id: other, state: 'ready' })],
      ).differences,
    ).toEqual([
      ['answer.status', '201', '200'],
      ['answer.headers.content-type', 'application/json', '(absent)'],
      ['answer.headers.content-length', '<n>', '(absent)'],
      ['answer.headers.etag', '(absent)', 'x'],
      ['answer.body.state', 'draft', 'ready'],
    ]);
    expect(
      changed([exchange({}, { items: [{ a: 1 }] })], [exchange({}, { items: [{ a: null }] })])
        .differences,
    ).toEqual([['answer.body.items[].a', '1', 'null']]);
  });

  test('reports tests and exchanges that are missing on one side', () => {
    const second = exchange({ url: '/api/sessions/' });
    expect(changed([exchange()], [exchange({ test: 'Another' })])).toMatchObject({
      onlyBefore: ['A study is made'],
      onlyAfter: ['Another'],
    });
    expect(changed([exchange(), second], [exchange()]).differences).toEqual([
      ['exchange', '201 {"_id":"<uuid 7>","state":"draft"}', '(absent)'],
    ]);
  });

  test('follows renamed files and tests, and separates tests of the same name by file', () => {
    const old = exchange({ test: 'setup' });
    const renamed = exchange({ test: 'setup', file: 'new.spec.ts' });
    expect(changed([old], [renamed]).onlyAfter).toEqual(['new.spec.ts: setup']);
    expect(changed([old], [renamed], [[old.file, 'new.spec.ts']])).toEqual(same);
    expect(
      changed([exchange()], [exchange({ test: 'One study is made' })], [['A study', 'One study']]),
    ).toEqual(same);
    const twice = [exchange(), exchange({ file: 'b.spec.ts', status: 400 })];
    expect(changed(twice, [exchange(), exchange({ file: 'b.spec.ts' })]).differences).toEqual([
      ['answer.status', '400', '201'],
    ]);
  });

  test('ignores differences that also occur between two earlier recordings', () => {
    const [one, two, three] = [exchange(), exchange({ status: 409 }), exchange({ status: 500 })];
    expect(compare([[one, two], [one]], [one]).differences).toEqual([]);
    expect(compare([[one, two], [one]], [one, two]).differences).toEqual([]);
    expect(compare([[one, two], [one]], [one, three]).differences).toHaveLength(1);
  });

  test('ignores who wins a race if the response occurs elsewhere for the same call', () => {
    const race = { test: 'Ten at once make one' };
    const [won, lost] = [exchange(race), exchange({ ...race, status: 409 }, { code: 'taken' })];
    const elsewhere = [exchange({ ...lost, test: 'B' }), exchange({ ...won, test: 'C' })];
    expect(changed([...elsewhere, won], [...elsewhere, lost])).toEqual(same);
    const broken = exchange({ ...race, status: 500 }, { code: 'internal' });
    expect(changed([...elsewhere, won], [...elsewhere, won, broken]).differences).toHaveLength(1);
    expect(changed([won], [lost]).differences).not.toEqual([]);
  });

  test('groups equal differences of many tests', () => {
    const tests = ['A', 'B'].map((test) => exchange({ test }));
    const others = tests.map((one) => ({ ...one, status: 500 }));
    expect(grouped(compare([tests], others).differences)).toEqual([
      {
        where: 'answer.status',
        before: '201',
        after: '500',
        tests: ['A', 'B'],
        calls: ['POST /api/studies/'],
      },
    ]);
  });
});
