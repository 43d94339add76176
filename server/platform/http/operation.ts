import { applyDecorators, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import type { NonJsonOperation, Operation } from '../../../contracts/base/non-json-operations';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the contract that this route serves; registered-routes.ts asks for it. */
    operation?: Operation;
    /** Answers 405 at an address of the contract. */
    methodNotAllowed?: true;
  }
}

const OPERATION = Symbol('operation');

/** The operation that a handler serves; undefined for a handler that the contract does not know. */
export const operationOf = (handler: object): Operation | undefined =>
  Reflect.getMetadata(OPERATION, handler) as Operation | undefined;

/** `/api/studies/{id}/` as the router writes it. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The route of an operation, which the access guard and the check at the boot find on it again. */
export const routeOf = (operation: Operation, config: FastifyContextConfig = {}) =>
  applyDecorators(
    SetMetadata(OPERATION, operation),
    RouteConfig({ ...config, operation }),
    RequestMapping({
      path: routePath(operation.path),
      method: RequestMethod[operation.method.toUpperCase() as Uppercase<Operation['method']>],
    }),
  );

/** `@Handles` for what is no JSON: the route and its access come from the contract. */
export const Serves = (
  operation: NonJsonOperation,
  config: Omit<FastifyContextConfig, 'operation'> = {},
): MethodDecorator => routeOf(operation, config);
