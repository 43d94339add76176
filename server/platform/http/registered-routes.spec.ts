import { anyone } from '../../../contracts/base/access';
import type { ServerRoute } from '../../../contracts/base/non-json-operations';
import { compareRoutesWithContract, type RegisteredRoute } from './registered-routes';

const study: ServerRoute = {
  method: 'GET',
  path: '/api/studies/{id}/',
  summary: 'A study',
  access: anyone,
  replies: {},
};
const page: ServerRoute = {
  method: 'get',
  path: '/*',
  summary: 'The page',
  access: anyone,
  ofWebApp: true,
};
const route = (
  method: RegisteredRoute['method'],
  url: string,
  config?: RegisteredRoute['config'],
): RegisteredRoute => ({
  method,
  url,
  config,
});
const served = route('GET', '/api/studies/:id', { operation: study });
const gaps = (routes: readonly RegisteredRoute[], webApp = false) =>
  compareRoutesWithContract(routes, [study, page], { webApp });

describe('comparison of routes and contract', () => {
  it('finds no gap when routes carry their operations, with HEAD for GET and 405 for other methods', () => {
    const refusing = route(['POST', 'PUT'], '/api/studies/:id/', { methodNotAllowed: true });
    expect(gaps([served, route('HEAD', '/api/studies/:id'), refusing])).toEqual([]);
    expect(gaps([served, route('GET', '/*', { operation: page })], true)).toEqual([]);
  });

  it('reports a route without an operation, even at an address of the contract', () => {
    expect(gaps([served, route('GET', '/api/forgotten')])).toEqual([
      'GET /api/forgotten is a route that no operation of the contract describes.',
    ]);
    expect(gaps([served, route(['PUT', 'POST'], '/api/studies/:id')])).toEqual([
      'PUT, POST /api/studies/:id is a route that no operation of the contract describes.',
    ]);
  });

  it('reports a route whose operation is not listed in the contract', () => {
    const other = route('GET', '/api/other', { operation: { ...study, path: '/api/other/' } });
    expect(gaps([served, other])).toEqual([
      'GET /api/other is a route that no operation of the contract describes.',
    ]);
  });

  it('reports a 405 route at an unknown address', () => {
    expect(gaps([served, route('POST', '/api/nothing', { methodNotAllowed: true })])).toEqual([
      'POST /api/nothing is a route that no operation of the contract describes.',
    ]);
  });

  it('reports an operation without a route', () => {
    expect(gaps([])).toEqual(['GET /api/studies/{id}/ is served by no route.']);
    expect(gaps([served], true)).toEqual(['GET /* is served by no route.']);
  });
});
