import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  type ExecutionContext,
} from '@nestjs/common';
import { z } from 'zod';
import type {
  EndpointResponse,
  Endpoint,
  EndpointInput,
  EndpointResponseBody,
} from '../../../contracts/base/endpoint';
import { DomainError, InvalidInput } from '../errors/errors';
import { readMultipartUpload } from './bodies/multipart-upload';
import { routeDecoratorOf } from './operation';
import type { HttpReply, HttpRequest } from './request';

const noParams = z.strictObject({});
/** Unknown query parameters are ignored (docs/api-conventions.md, Conventions). */
const noQuery = z.object({});

function readBody(e: Endpoint, request: HttpRequest) {
  if (!e.body) {
    const sent = request.body;
    if (sent !== undefined && sent !== null && Object.keys(sent).length > 0)
      throw new InvalidInput(
        [{ code: 'unrecognized_keys', keys: Object.keys(sent), path: [] }],
        sent,
      );
    return undefined;
  }
  const type = request.headers['content-type'];
  if (type !== undefined && !/^application\/([\w.-]+\+)?json\b/i.test(type))
    throw new DomainError('unsupported_media_type');
  const body = e.body.safeParse(request.body === undefined ? {} : request.body);
  if (!body.success) throw new InvalidInput(body.error.issues, request.body);
  return body.data;
}

function read(e: Endpoint, request: HttpRequest): unknown {
  const params = (e.params ?? noParams).safeParse(request.params);
  if (!params.success) throw new DomainError('not_found');
  const query = (e.query ?? noQuery).safeParse(request.query);
  if (!query.success) throw new InvalidInput(query.error.issues, request.query);
  const input = { params: params.data, query: query.data };
  if (e.file && /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
    return readMultipartUpload(request.raw, e.file).then((file) => ({
      ...input,
      body: undefined,
      file,
    }));
  }
  return { ...input, body: readBody(e, request), file: undefined };
}

interface Given {
  input: unknown;
  response: HttpReply;
}
const Parsed = createParamDecorator(
  (e: Endpoint, context: ExecutionContext): Given | Promise<Given> => {
    const http = context.switchToHttp();
    const response = http.getResponse<HttpReply>();
    const input = read(e, http.getRequest<HttpRequest>());
    return input instanceof Promise
      ? input.then((value: unknown) => ({ input: value, response }))
      : { input, response };
  },
);

class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}
/**
 * Makes the response of an endpoint that has several success statuses; `status` is the one to send.
 */
export const replyWithStatus = <S extends number, B = undefined>(status: S, body?: B) =>
  new Reply(status, body) as unknown as { readonly status: S; readonly body: B };

class CheckedJson {
  constructor(readonly text: string) {}
}
/**
 * A response body that a read has already validated against the contract and serialized as JSON, so
 * that it is not validated and serialized for each caller. Use it only for a body that many callers
 * share, or for a large one that was validated when it was stored.
 */
export const validatedJson = <E extends Endpoint>(text: string) =>
  new CheckedJson(text) as unknown as EndpointResponseBody<E>;

const firstStatus = (e: Endpoint) => Number(Object.keys(e.replies)[0]);

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;
type Returns<E> =
  | EndpointResponse<E>
  | (IsUnion<EndpointResponse<E>['status']> extends true ? never : EndpointResponseBody<E>);

/**
 * Decorates a controller's method as the handler of an endpoint. It declares the route as the
 * contract defines it, passes the parsed input as the first argument, and validates the response.
 * The response is validated in the wrapped method, since an interceptor would cost ten times as
 * much as the validation itself on Node 20.
 */
export const Handles =
  <E extends Endpoint>(e: E) =>
  <T extends (input: EndpointInput<E>, ...rest: never[]) => Returns<E> | Promise<Returns<E>>>(
    target: object,
    key: string,
    method: TypedPropertyDescriptor<T>,
  ): void => {
    Parsed(e)(target, key, 0);
    const handle = method.value as unknown as (...args: unknown[]) => unknown;
    const route = async function (this: unknown, { input, response }: Given, ...rest: unknown[]) {
      const value = await handle.call(this, input, ...rest);
      if (value instanceof CheckedJson) {
        response.shared = true;
        void response.type('application/json; charset=utf-8');
        return value.text;
      }
      const status = value instanceof Reply ? value.status : firstStatus(e);
      void response.status(status);
      const schema = e.replies[status];
      if (schema === undefined)
        throw new Error(
          `${e.method} ${e.path} answered ${status}, which the contract does not name`,
        );
      return schema === null
        ? undefined
        : schema.parse(value instanceof Reply ? value.body : value);
    };
    for (const name of Reflect.getMetadataKeys(handle))
      Reflect.defineMetadata(name, Reflect.getMetadata(name, handle), route);
    method.value = route as unknown as T;
    applyDecorators(routeDecoratorOf(e), HttpCode(firstStatus(e)))(target, key, method);
  };
