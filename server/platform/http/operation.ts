import { applyDecorators, RequestMapping, RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import type { NonJsonOperation, Operation } from '../../../contracts/base/non-json-operations';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The operation of the contract that this route serves: the access guard and the check at boot
     * (registered-routes.ts) read it.
     */
    operation?: Operation;
    /** Set on the route that answers 405 to other methods at an address of the contract. */
    methodNotAllowed?: true;
  }
}

/** `/api/studies/{id}/` in the router's syntax. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The route of an operation. */
export const routeOf = (operation: Operation, config: FastifyContextConfig = {}) =>
  applyDecorators(
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
