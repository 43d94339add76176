import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contracts/base/endpoint';

type Json = Record<string, unknown>;
interface Answered {
  content?: { 'application/json'?: { schema: Json } };
}

const pointer = (...parts: string[]) =>
  parts.map((p) => encodeURIComponent(p.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');

/**
 * Describes how a response of the running application differs from the OpenAPI document that the
 * application serves (docs/api-conventions.md). Returns undefined if there is no difference.
 */
export type ContractCheck = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) => string | undefined;

/**
 * Makes the check of the responses of these endpoints.
 * @param document the OpenAPI document of these endpoints
 */
export function contractCheckOf(endpoints: readonly Endpoint[], document: Json): ContractCheck {
  // Most validators run only a few times, so ajv would spend more on optimizing them than it saves.
  const ajv = new Ajv({ strict: false, code: { optimize: false }, inlineRefs: false });
  addFormats(ajv);
  ajv.addSchema(document, 'doc');
  const compiled = new Map<string, ValidateFunction>();
  /** All operations of the contract, by Fastify's route names. */
  const known = new Map(
    endpoints.map((e) => [
      `${e.method} ${e.path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`,
      e.path,
    ]),
  );

  return (request, reply, payload) => {
    const path = known.get(
      `${request.method} ${(request.routeOptions.url ?? '').replace(/\/$/, '')}`,
    );
    if (!path) return undefined; // pages, files, probes
    const status = String(reply.statusCode);
    const method = request.method.toLowerCase();
    const where = `${request.method} ${path} ${status}`;
    const responses = (
      document.paths as Record<string, Record<string, { responses: Record<string, Answered> }>>
    )[path]?.[method]?.responses;
    const answer = responses?.[status];
    if (!answer) return `${where}: the status is not in the document`;
    const text =
      typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString() : '';
    if (!answer.content)
      return text === '' ? undefined : `${where}: a body that the document does not name`;
    let validate = compiled.get(where);
    if (!validate)
      compiled.set(
        where,
        (validate = ajv.compile({
          $ref: `doc#/${pointer('paths', path, method, 'responses', status, 'content', 'application/json', 'schema')}`,
        })),
      );
    return validate(JSON.parse(text))
      ? undefined
      : `${where}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 400)}`;
  };
}
