import { applyDecorators, RequestMapping, RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import type { NonJsonOperation, ServerRoute } from '../../../contracts/base/non-json-operations';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The operation of the contract that this route serves. The access guard reads it, and so does
     * the check that compares all routes with the contract when the server starts
     * (registered-routes.ts).
     */
    operation?: ServerRoute;
    /** Set on the route that answers 405 to unsupported methods at an address of the contract. */
    methodNotAllowed?: true;
  }
}

/** Converts a path such as `/api/studies/{id}/` to the router's syntax. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Returns the decorators that register the route of an operation. */
export const routeDecoratorOf = (operation: ServerRoute, config: FastifyContextConfig = {}) =>
  applyDecorators(
    RouteConfig({ ...config, operation }),
    RequestMapping({
      path: routePath(operation.path),
      method: RequestMethod[operation.method.toUpperCase() as Uppercase<ServerRoute['method']>],
    }),
  );

/**
 * Decorates the handler of an operation whose response is not JSON; `@Handles` decorates handlers
 * with JSON responses. Route and access come from the contract.
 */
export const Serves = (
  operation: NonJsonOperation,
  config: Omit<FastifyContextConfig, 'operation'> = {},
): MethodDecorator => routeDecoratorOf(operation, config);
