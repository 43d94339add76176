import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ServerRoute } from '../../../contracts/base/non-json-operations';
import { routePath } from './operation';

export type RegisteredRoute = Pick<RouteOptions, 'method' | 'url' | 'config'>;

const withoutEndSlash = (path: string) => path.replace(/(.)\/$/, '$1');
const nameOf = ({ method, url }: RegisteredRoute) => `${[method].flat().join(', ')} ${url}`;
const isHeadAlone = ({ method }: RegisteredRoute) => [method].flat().every((one) => one === 'HEAD');

/**
 * Compares the registered routes with the contract.
 * @param webApp whether this server has the web app's build
 * @returns one sentence for each difference
 */
export function compareRoutesWithContract(
  routes: readonly RegisteredRoute[],
  operations: readonly ServerRoute[],
  { webApp }: { webApp: boolean },
): string[] {
  const known = new Set(operations);
  const addresses = new Set(operations.map(({ path }) => withoutEndSlash(routePath(path))));
  const served = new Set(routes.map(({ config }) => config?.operation));
  const isDescribed = ({ url, config }: RegisteredRoute) =>
    config?.methodNotAllowed
      ? addresses.has(withoutEndSlash(url))
      : config?.operation !== undefined && known.has(config.operation);
  return [
    ...routes
      // Fastify adds a HEAD route to each GET route by itself.
      .filter((route) => !isHeadAlone(route) && !isDescribed(route))
      .map((route) => `${nameOf(route)} is a route that no operation of the contract describes.`),
    ...operations
      .filter((one) => !served.has(one) && (webApp || !('ofWebApp' in one)))
      .map(({ method, path }) => `${method.toUpperCase()} ${path} is served by no route.`),
  ];
}

/**
 * Checks the routes when the server starts. The server does not start if it has a route outside of
 * the contract, or if no route serves an operation of the contract
 * (docs/decisions/api-contract.md). Call it before any route is registered.
 */
export function requireContractRoutes(
  app: NestFastifyApplication,
  operations: readonly ServerRoute[],
): void {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const routes: RouteOptions[] = [];
  fastify.addHook('onRoute', (route) => void routes.push(route));
  fastify.addHook('onReady', (done) => {
    const webApp = routes.some(({ config }) => config?.operation && 'ofWebApp' in config.operation);
    const gaps = compareRoutesWithContract(routes, operations, { webApp });
    done(gaps.length > 0 ? new Error(gaps.join(' ')) : undefined);
  });
}
