import { z } from 'zod';
import { documentedSchemes, type Access } from '../../../contracts/base/access';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { ApiErrorBody, httpStatusOf, type ErrorCode } from '../../../contracts/base/errors';
import type { DocumentedOperation } from '../../../contracts/base/non-json-operations';
import { possibleErrors } from '../../../contracts/base/possible-errors';

interface Json {
  [key: string]: unknown;
}
const isJson = (v: unknown): v is Json => typeof v === 'object' && v !== null && !Array.isArray(v);

const relink = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(relink);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [
      k,
      k === '$ref' ? String(v).replace('#/$defs/', '#/components/schemas/') : relink(v),
    ]),
  );
};

/** An example program that makes an API call, in a language that researchers use. */
export interface ApiCallSample {
  readonly lang: 'Python' | 'R';
  readonly source: string;
}

const operationId = (method: string, path: string) =>
  `${method}${path.replace(/[^a-z]+(.)?/gi, (_, c?: string) => c?.toUpperCase() ?? '')}`;

/**
 * Returns the security schemes of a call. If API tokens are the only scheme of a call, the document
 * declares the token optional.
 */
function securityOf(access: Access): Json[] {
  const schemes: Json[] = documentedSchemes(access).map((scheme) => ({ [scheme]: [] }));
  if (!access.token) return schemes;
  return [...(schemes.length > 0 ? schemes : [{}]), { api_token: [access.token.scope] }];
}
const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A retry under the same key changes nothing more',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/**
 * Builds an OpenAPI 3.1 document from the schemas that validate requests; schemas with an id
 * (`meta({ id })`) become components.
 * @param others operations whose responses are not JSON
 * @param samples example programs by method and path, for pages that show the document
 * (`x-codeSamples`)
 */
export function openApi(
  endpoints: readonly Endpoint[],
  info: { title: string; version: string },
  others: readonly DocumentedOperation[] = [],
  samples: Readonly<Record<string, readonly ApiCallSample[]>> = {},
): Json {
  const schemas: Json = {};
  const written = (type: z.ZodType, io: 'input' | 'output'): unknown => {
    const {
      $schema: _,
      $defs = {},
      ...root
    } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json;
    for (const [id, definition] of Object.entries($defs as Json)) {
      const linked = relink(definition);
      schemas[id] ??= linked;
      if (JSON.stringify(schemas[id]) !== JSON.stringify(linked))
        throw new Error(`two different schemas are called ${id}`);
    }
    return relink(root);
  };
  // The schemas that were already converted; the schema of errors, for example, occurs several
  // times in each operation.
  const before = { input: new Map<z.ZodType, unknown>(), output: new Map<z.ZodType, unknown>() };
  const schema = (type: z.ZodType, io: 'input' | 'output'): unknown => {
    if (!before[io].has(type)) before[io].set(type, written(type, io));
    return before[io].get(type);
  };
  const json = (type: z.ZodType, io: 'input' | 'output') => ({
    'application/json': { schema: schema(type, io) },
  });
  const failure = (status: string, codes: ErrorCode[]) => ({
    description: [...new Set(codes)].join(', '),
    content: {
      'application/json': {
        schema: {
          allOf: [
            schema(ApiErrorBody, 'output'),
            { properties: { code: { enum: [...new Set(codes)] } } },
          ],
        },
      },
    },
    ...(['429', '503'].includes(status) && {
      headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
    }),
  });
  const failures = (codes: readonly ErrorCode[]) => {
    const byStatus = new Map<string, ErrorCode[]>();
    for (const code of codes)
      byStatus.set(String(httpStatusOf(code)), [
        ...(byStatus.get(String(httpStatusOf(code))) ?? []),
        code,
      ]);
    return Object.fromEntries(
      [...byStatus].map(([status, these]) => [status, failure(status, these)]),
    );
  };
  const parameters = (type: z.ZodType | undefined, where: 'path' | 'query') => {
    const { properties = {}, required = [] } = type
      ? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as {
          properties?: Json;
          required?: string[];
        })
      : {};
    return Object.entries(properties).map(([name, s]) => ({
      name,
      in: where,
      required: required.includes(name),
      schema: s,
      ...(where === 'query' && { style: 'form', explode: true }),
    }));
  };
  const file = {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
      },
    },
  };

  const paths: Record<string, Json> = {};
  for (const e of endpoints) {
    (paths[e.path] ??= {})[e.method.toLowerCase()] = {
      operationId: operationId(e.method.toLowerCase(), e.path),
      summary: e.summary,
      tags: [e.path.split('/')[2]],
      security: securityOf(e.access),
      ...(samples[`${e.method} ${e.path}`] && {
        'x-codeSamples': samples[`${e.method} ${e.path}`],
      }),
      parameters: [
        ...parameters(e.params, 'path'),
        ...parameters(e.query, 'query'),
        ...(e.idempotencyKey ? [idempotencyHeader] : []),
      ],
      ...((e.body ?? e.file) && {
        requestBody: {
          required: true,
          content: { ...(e.body && json(e.body, 'input')), ...(e.file && file) },
        },
      }),
      responses: {
        ...Object.fromEntries(
          Object.entries(e.replies).map(([status, type]) => [
            status,
            { description: e.summary, ...(type && { content: json(type, 'output') }) },
          ]),
        ),
        ...failures(possibleErrors(e)),
      },
    };
  }
  for (const {
    method,
    path,
    summary,
    access,
    parameters: given = [],
    requestBody,
    replies,
    errors,
  } of others) {
    (paths[path] ??= {})[method] = {
      operationId: operationId(method, path),
      summary,
      tags: [path.split('/')[2] ?? 'site'],
      security: securityOf(access),
      parameters: given,
      ...(requestBody && { requestBody }),
      responses: { ...replies, ...failures([...errors, 'internal', 'unavailable', 'ask_again']) },
    };
  }
  const securitySchemes = {
    basic: { type: 'http', scheme: 'basic' },
    bearer: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in' },
    api_token: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'clab_…',
      description: 'A researcher’s API token, of the scope that the call names',
    },
  };
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: '/' }],
    paths,
    components: { schemas, securitySchemes },
  };
}
