import { applyDecorators, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import type { NonJsonOperation, Operation } from '../../../contracts/base/non-json-operations';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the contract that this route serves; registered-routes.ts reads it. */
    operation?: Operation;
    /** Answers 405 at an address of the contract. */
    methodNotAllowed?: true;
  }
}

const OPERATION = Symbol('operation');

/** The operation that a handler serves; undefined where the contract does not contain it. */
export const operationOf = (handler: object): Operation | undefined =>
  Reflect.getMetadata(OPERATION, handler) as Operation | undefined;

/** `/api/studies/{id}/` in the router's syntax. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The route of an operation. The access guard and the check at boot read the operation from it. */
export const routeOf = (operation: Operation, config: FastifyContextConfig = {}) =>
  applyDecorators(
    SetMetadata(OPERATION, operation),
    RouteConfig({ ...config, operation }),
    RequestMapping({
      path: routePath(operation.path),
      method: RequestMethod[operation.method.toUpperCase() as Uppercase<Operation['method']>],
    }),
  );

/** `@Handles` for responses that are not JSON: the route and its access come from the contract. */
export const Serves = (
  operation: NonJsonOperation,
  config: Omit<FastifyContextConfig, 'operation'> = {},
): MethodDecorator => routeOf(operation, config);
