import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { nasty, nastyText } from './nasty';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  /** Of a text whose rule the schema cannot say. */
  examples?: unknown[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}
const schemaOf = (type: z.ZodType | undefined): Schema =>
  type ? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

/** Ids of things that are there, and of nothing. */
export type Ids = readonly string[];
const days = fc.date({
  min: new Date('1900-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
});

const matching = new Map<string, Arbitrary<unknown>>();
/** fast-check works out what fits an expression when it is made: once for each, not for each value. */
function matches(pattern: string): Arbitrary<unknown> {
  const known = matching.get(pattern);
  if (known) return known;
  const made = fc.stringMatching(new RegExp(pattern), { maxLength: 200 });
  matching.set(pattern, made);
  return made;
}

function text(schema: Schema, ids: Ids): Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 60 } = schema;
  if (schema.examples) return fc.oneof(fc.constantFrom(...schema.examples), nastyText);
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'email')
    return fc.oneof(fc.emailAddress(), fc.constantFrom('ada@uni.test', 'ADA@UNI.TEST'));
  if (format === 'date') return days.map((d) => d.toISOString().slice(0, 10));
  if (format === 'date-time') return days.map((d) => d.toISOString());
  if (format === 'uri') return fc.webUrl();
  if (pattern !== undefined) {
    try {
      return matches(pattern);
    } catch {
      return nastyText; // fast-check cannot read every expression backwards
    }
  }
  return fc.oneof(
    fc.string({
      unit: 'grapheme',
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, 60)),
    }),
    fc.constantFrom('Correct-Horse-1', 'Ada', 'Yale'),
  );
}

/** Mostly what the schema wants; about one part in ten is something else. */
function valueOf(schema: Schema, ids: Ids, root: Schema): Arbitrary<unknown> {
  const right = (): Arbitrary<unknown> => {
    if (schema.$ref !== undefined)
      return valueOf(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, ids, root);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, ids, root)));
    if (schema.allOf)
      return fc
        .tuple(...schema.allOf.map((part) => valueOf(part, ids, root)))
        .map((parts) => Object.assign({}, ...parts) as unknown);
    switch ([schema.type].flat()[0]) {
      case 'string':
        return text(schema, ids);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.oneof(
          fc.integer({
            min: Math.max(schema.minimum ?? -100, -1e9),
            max: Math.min(schema.maximum ?? 1_000, 1e9),
          }),
          fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1),
        );
      case 'number':
        return fc.double({ noNaN: true });
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(valueOf(schema.items ?? {}, ids, root), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 4, 4),
        });
      case 'object': {
        const all = Object.entries(schema.properties ?? {});
        if (all.length === 0)
          return fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), nastyText, {
            maxKeys: 3,
          });
        const requiredKeys = fc.subarray(schema.required ?? [], {
          minLength: Math.max(0, (schema.required?.length ?? 0) - 1),
        });
        // At its first use: a schema may name itself.
        let properties: Record<string, Arbitrary<unknown>> | undefined;
        return requiredKeys.chain((keys) => {
          properties ??= Object.fromEntries(
            all.map(([name, property]) => [name, valueOf(property, ids, root)]),
          );
          return fc.record(properties, { requiredKeys: keys as never[] });
        });
      }
      case undefined:
      default:
        return fc.oneof(
          fc.integer({ min: 0, max: 130 }).map(String),
          nastyText,
          fc.constantFrom(...ids),
        );
    }
  };
  return fc.oneof({ weight: 12, arbitrary: right() }, { weight: 1, arbitrary: nasty });
}

export interface Fuzzed {
  persona: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What fetch would not send as it is. */
const inPath = (value: string) => {
  const safe = encodeURIComponent(value.replace(/[\ud800-\udfff]/g, '?'));
  return /^\.{1,2}$/.test(safe) ? safe.replaceAll('.', '%2e') : safe;
};
const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function queryOf(endpoint: Endpoint, ids: Ids): Arbitrary<string> {
  const known = Object.entries(schemaOf(endpoint.query).properties ?? {}).map(([name, schema]) =>
    fc.tuple(
      fc.constant(name),
      fc.array(valueOf(schema, ids, schema), { minLength: 1, maxLength: 2 }),
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
  // What is required, once each, and nothing else; otherwise such requests would hardly ever be right.
  const { properties = {}, required = [] } = schemaOf(endpoint.query);
  const rightOnes = required.map((name) =>
    valueOf(properties[name] ?? {}, ids, {}).map((value) => [name, [value]] as [string, unknown[]]),
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

function bodyOf(endpoint: Endpoint, ids: Ids): Arbitrary<string | undefined> {
  const schema = schemaOf(endpoint.body);
  const json = (endpoint.body ? valueOf(schema, ids, schema) : nasty).map((value) =>
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
/** Mostly as they should be, so that most requests get past the door. */
const sentHeaders = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constant<Record<string, string>>({ 'content-type': 'application/json' }),
  },
  { weight: 2, arbitrary: headers.map((h) => h as Record<string, string>) },
);

/** One request of a persona to an endpoint: mostly what its schemas want, partly anything. */
export function requestTo(
  endpoint: Endpoint,
  personas: readonly string[],
  ids: Ids,
): Arbitrary<Fuzzed> {
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
