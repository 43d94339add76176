import { anyone } from '../../../contracts/base/access';
import type { Operation } from '../../../contracts/base/non-json-operations';
import { gapsBetween, type Route } from './registered-routes';

const study: Operation = {
  method: 'GET',
  path: '/api/studies/{id}/',
  summary: 'A study',
  access: anyone,
  replies: {},
};
const page: Operation = {
  method: 'get',
  path: '/*',
  summary: 'The page',
  access: anyone,
  ofWebApp: true,
};
const route = (method: Route['method'], url: string, config?: Route['config']): Route => ({
  method,
  url,
  config,
});
const served = route('GET', '/api/studies/:id', { operation: study });
const gaps = (routes: readonly Route[], webApp = false) =>
  gapsBetween(routes, [study, page], { webApp });

describe('Routes and contract', () => {
  it('fit: each route carries its operation, HEAD comes with GET, other methods answer 405', () => {
    const refusing = route(['POST', 'PUT'], '/api/studies/:id/', { methodNotAllowed: true });
    expect(gaps([served, route('HEAD', '/api/studies/:id'), refusing])).toEqual([]);
    expect(gaps([served, route('GET', '/*', { operation: page })], true)).toEqual([]);
  });

  it('do not fit where a route carries no operation, even at an address of the contract', () => {
    expect(gaps([served, route('GET', '/api/forgotten')])).toEqual([
      'GET /api/forgotten is a route that no operation of the contract describes.',
    ]);
    expect(gaps([served, route(['PUT', 'POST'], '/api/studies/:id')])).toEqual([
      'PUT, POST /api/studies/:id is a route that no operation of the contract describes.',
    ]);
  });

  it('do not fit where an operation is not in the lists of the contract', () => {
    const other = route('GET', '/api/other', { operation: { ...study, path: '/api/other/' } });
    expect(gaps([served, other])).toEqual([
      'GET /api/other is a route that no operation of the contract describes.',
    ]);
  });

  it('do not fit where 405 is answered at an address of nothing', () => {
    expect(gaps([served, route('POST', '/api/nothing', { methodNotAllowed: true })])).toEqual([
      'POST /api/nothing is a route that no operation of the contract describes.',
    ]);
  });

  it('do not fit where an operation is served by no route', () => {
    expect(gaps([])).toEqual(['GET /api/studies/{id}/ is served by no route.']);
    expect(gaps([served], true)).toEqual(['GET /* is served by no route.']);
  });
});
