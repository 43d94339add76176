import fc, { type Arbitrary } from 'fast-check';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { nastyValue, nastyText } from './nasty';
import { schemaOf, arbitraryValueOf, type KnownIds } from './values';

export interface FuzzedRequest {
  persona: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/**
 * Encodes a value for a path. Replaces surrogates, and encodes `.` and `..`, because `fetch` would
 * change them.
 */
const inPath = (value: string) => {
  const safe = encodeURIComponent(value.replace(/[\ud800-\udfff]/g, '?'));
  return /^\.{1,2}$/.test(safe) ? safe.replaceAll('.', '%2e') : safe;
};
const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function queryOf(endpoint: Endpoint, ids: KnownIds): Arbitrary<string> {
  const known = Object.entries(schemaOf(endpoint.query).properties ?? {}).map(([name, schema]) =>
    fc.tuple(
      fc.constant(name),
      fc.array(arbitraryValueOf(schema, ids, schema), { minLength: 1, maxLength: 2 }),
    ),
  );
  const unknown = fc.tuple(
    fc.constantFrom('password', '__proto__', 'constructor', 'limit[]', 'cursor[a]', 'x'),
    fc.array(nastyText, { minLength: 1, maxLength: 2 }),
  );
  const one = fc.oneof(
    ...known.map((arbitrary) => ({
      weight: 3,
      arbitrary: arbitrary,
    })),
    { weight: 1, arbitrary: unknown },
  );
  // Half of the requests have exactly the required parameters; otherwise they would hardly ever be
  // valid.
  const { properties = {}, required = [] } = schemaOf(endpoint.query);
  const rightOnes = required.map((name) =>
    arbitraryValueOf(properties[name] ?? {}, ids, {}).map(
      (value) => [name, [value]] as [string, unknown[]],
    ),
  );
  const anything: Arbitrary<[string, unknown[]][]> = fc.array(one, { maxLength: 4 });
  const written = (required.length > 0 ? fc.oneof(anything, fc.tuple(...rightOnes)) : anything).map(
    (pairs) =>
      pairs
        .flatMap(([name, values]) =>
          values.map((value) => `${inPath(name)}=${inPath(asText(value).slice(0, 2_000))}`),
        )
        .join('&'),
  );
  return fc.oneof(
    { weight: 9, arbitrary: written },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '%zz',
        '&&&',
        '=',
        'a=%ff%fe',
        'text=%00',
        '?',
        'limit=1&limit=2',
        'cursor=e30',
      ),
    },
  );
}

function bodyOf(endpoint: Endpoint, ids: KnownIds): Arbitrary<string | undefined> {
  const schema = schemaOf(endpoint.body);
  const json = (endpoint.body ? arbitraryValueOf(schema, ids, schema) : nastyValue).map((value) =>
    JSON.stringify(value),
  );
  const broken = fc.constantFrom(
    '{',
    '{"a":',
    '[1,]',
    'nonsense',
    '"',
    '\u0000',
    '{"__proto__":{"role":"ADMINISTRATOR"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":1e999}',
    `{"a":"${'y'.repeat(120_000)}"}`,
    '{"a":1,"a":2}',
    '\ufeff{}',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
  );
  const extra = json.map((text) =>
    text.startsWith('{') && text !== '{}'
      ? text.replace(/^\{/, '{"__proto__x":1,"role":"ADMINISTRATOR",')
      : text,
  );
  const sent = fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 2, arbitrary: extra },
    { weight: 2, arbitrary: broken },
  );
  return endpoint.body
    ? fc.oneof({ weight: 15, arbitrary: sent }, { weight: 1, arbitrary: fc.constant(undefined) })
    : fc.oneof(
        { weight: 8, arbitrary: fc.constant<string | undefined>(undefined) },
        { weight: 1, arbitrary: sent },
      );
}

const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data; boundary=b',
          'multipart/form-data',
          'application/x-www-form-urlencoded',
          'application/merge-patch+json',
          ';;;',
          'application/xml',
        ),
      },
    ),
    'accept-language': fc.constantFrom(
      'en',
      'de',
      '*',
      'xx;q=9',
      ',,;q=',
      'tlh',
      'a'.repeat(2_000),
      'de;q=0.1,__proto__',
    ),
    authorization: fc.constantFrom(
      'Bearer',
      'Bearer x',
      'Basic',
      'Basic %%%',
      'Basic OnB3',
      'Basic YTo=',
      `Basic ${'QQ'.repeat(2_000)}`,
      'Digest a="b"',
      'Bearer a.b.c',
      `Bearer ${'z'.repeat(6_000)}`,
    ),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'nonsense', '::1, '.repeat(50)),
    cookie: fc.constantFrom('ff_user_access_token=x', '=;=;', 'a=%zz'),
    'x-request-id': fc.constantFrom('x', '../..'),
    origin: fc.constantFrom('null', 'https://evil.test'),
    'user-agent': fc.constantFrom(
      '',
      'x'.repeat(4_000),
      '🦊'.normalize('NFKD').replace(/[^ -~]/g, '?'),
    ),
    accept: fc.constantFrom('text/html', 'image/*'),
  },
  { requiredKeys: ['content-type'] },
);
/** The headers are mostly valid, so that most requests pass the first checks. */
const sentHeaders = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constant<Record<string, string>>({ 'content-type': 'application/json' }),
  },
  { weight: 2, arbitrary: headers.map((h) => h as Record<string, string>) },
);

/** Makes requests of a role to an endpoint: mostly valid by its schemas, partly arbitrary. */
export function requestTo(
  endpoint: Endpoint,
  personas: readonly string[],
  ids: KnownIds,
): Arbitrary<FuzzedRequest> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const given = schemaOf(endpoint.params).properties ?? {};
  const params = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof(
          { weight: 10, arbitrary: fc.constantFrom(...(given[name]?.enum ?? ids)).map(asText) },
          { weight: 1, arbitrary: nastyText.map((v) => v.slice(0, 150)) },
        ),
      ]),
    ),
  );
  return fc
    .record({
      persona: fc.constantFrom(...personas),
      params,
      query: queryOf(endpoint, ids),
      headers: sentHeaders,
      body: bodyOf(endpoint, ids),
    })
    .map(({ persona, params: at, query, headers: sent, body }) => ({
      persona,
      path: `${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(asText(at[name]) || 'x'))}${query && `?${query}`}`,
      headers: sent,
      body,
    }));
}
