import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { ApiErrorBody, registerErrors, httpStatusOf } from '../../../contracts/base/errors';
import { possibleErrors } from '../../../contracts/base/possible-errors';

/** The parts of a request that the page sent. */
export interface RequestParts {
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  file: boolean;
}
/** A request after parsing, as a handler on the server receives it. */
export interface ParsedRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}
export interface AnswerParts {
  status: number;
  body?: unknown;
}

/** A request or an answer that the contract refuses. The message names the endpoint and the field. */
export class ContractViolation extends Error {
  constructor(endpoint: Endpoint, problem: string) {
    super(`${endpoint.method} ${endpoint.path}: ${problem}`);
    this.name = 'ContractViolation';
  }
}

const fieldAt = (path: readonly PropertyKey[]) =>
  path.length ? `field "${path.map(String).join('.')}"` : 'the whole';

/**
 * Returns the path of the first field that parsing dropped, because the schema does not have it.
 */
function dropped(sent: unknown, parsed: unknown, path: string[] = []): string[] | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  for (const [key, value] of Object.entries(sent)) {
    if (value === undefined) continue;
    if (!(key in parsed)) return [...path, key];
    const inner = dropped(value, (parsed as Record<string, unknown>)[key], [...path, key]);
    if (inner) return inner;
  }
  return undefined;
}

function parse(endpoint: Endpoint, part: string, schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const field = fieldAt(issue?.path ?? []);
    throw new ContractViolation(endpoint, `${part}: ${field} is refused: ${issue?.message}`);
  }
  const extra = dropped(value, result.data);
  if (extra)
    throw new ContractViolation(endpoint, `${part}: ${fieldAt(extra)} is not in the contract`);
  return result.data;
}

/**
 * Returns the query as the server reads it: a parameter that occurs once is a text, a repeated one
 * is a list.
 */
const queryOf = (query: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const all = query.getAll(key);
      return [key, all.length > 1 ? all : all[0]];
    }),
  );

/**
 * Checks a request.
 * @throws ContractViolation if the server would refuse it, or ignore a part of it
 */
export function checkRequest(endpoint: Endpoint, sent: RequestParts): ParsedRequest {
  const params = parse(endpoint, 'path', endpoint.params ?? z.strictObject({}), sent.params);
  const query = parse(endpoint, 'query', endpoint.query ?? z.object({}), queryOf(sent.query));
  if (sent.file) {
    if (!endpoint.file) throw new ContractViolation(endpoint, 'request: it takes no file');
    return { params, query, body: undefined };
  }
  if (endpoint.body)
    return { params, query, body: parse(endpoint, 'request', endpoint.body, sent.body ?? {}) };
  if (sent.body !== undefined) throw new ContractViolation(endpoint, 'request: it takes no body');
  return { params, query, body: undefined };
}

/** Collects the error codes that the contracts declare, as the server does when it starts. */
const contracts = join(__dirname, '../../../contracts');
for (const context of readdirSync(contracts)) {
  const file = join(contracts, context, 'errors.ts');
  if (context === 'base' || !existsSync(file)) continue;
  const declared: Record<string, Record<string, number>> = jest.requireActual(file);
  for (const codes of Object.values(declared)) registerErrors(codes);
}

function checkError(endpoint: Endpoint, { status, body }: AnswerParts) {
  const { code } = parse(endpoint, `answer ${status}`, ApiErrorBody, body) as ApiErrorBody;
  const known = possibleErrors(endpoint).find((one) => one === code);
  if (!known) throw new ContractViolation(endpoint, `answer ${status}: no error "${code}"`);
  if (httpStatusOf(known) !== status || (body as ApiErrorBody).status !== status)
    throw new ContractViolation(endpoint, `answer ${status}: "${code}" is ${httpStatusOf(known)}`);
}

/**
 * Checks an answer of the fake server.
 * @throws ContractViolation if the real server could not give it
 */
export function checkAnswer(endpoint: Endpoint, answer: AnswerParts): void {
  const { status, body } = answer;
  const schema = endpoint.replies[status];
  if (schema) parse(endpoint, `answer ${status}`, schema, body);
  else if (schema === null) {
    if (body !== undefined)
      throw new ContractViolation(endpoint, `answer ${status}: it has no body`);
  } else if (status >= 400) checkError(endpoint, answer);
  else throw new ContractViolation(endpoint, `answer ${status}: the status is not in the contract`);
}
