import { z } from 'zod';
import {
  researchersOnly,
  signedInExceptForActions,
  type Access,
  type TokenRequirement,
} from '../../../contracts/base/access';
import { endpoint, type HttpMethod } from '../../../contracts/base/endpoint';
import { IdParams } from '../../../contracts/base/fields';
import { collectStudyLookups } from './token-routes';

const contexts = [
  {
    name: 'studies',
    about: '',
    studyOf: { study: (_: unknown, id: string) => Promise.resolve(id) },
  },
];
const boots = (
  method: HttpMethod,
  path: `/${string}/`,
  token: TokenRequirement,
  { access = researchersOnly, query }: { access?: Access; query?: z.ZodType } = {},
) => {
  const params = path.includes('{id}') ? { params: IdParams } : {};
  const one = endpoint(method, path, {
    summary: 'x',
    access: { ...access, token } as Access,
    replies: { 204: null },
    ...params,
    ...(query && { query }),
  });
  return () => collectStudyLookups({ contexts, endpoints: [one] });
};

describe('operation that accepts API tokens', () => {
  it('lets the server start when its scope fits its method and its study is known', () => {
    expect(boots('GET', '/api/studies/{id}/', { scope: 'read', study: 'study' })).not.toThrow();
    expect(boots('GET', '/api/lists/{id}/', { scope: 'export', study: 'study' })).not.toThrow();
    expect(boots('POST', '/api/studies/', { scope: 'manage', study: null })).not.toThrow();
    const query = z.object({ study: z.string().optional() });
    expect(boots('GET', '/api/lists/', { scope: 'read', study: 'query' }, { query })).not.toThrow();
  });

  it.each(['read', 'export'] as const)(
    'stops the boot when the scope %s is given to an operation that changes data',
    (scope) => {
      expect(boots('DELETE', '/api/studies/{id}/', { scope, study: 'study' })).toThrow(
        `DELETE /api/studies/{id}/ accepts API tokens of the scope ${scope}`,
      );
    },
  );

  it('stops the boot when reading requires the scope manage', () => {
    expect(boots('GET', '/api/studies/{id}/', { scope: 'manage', study: 'study' })).toThrow(
      'accepts API tokens of the scope manage',
    );
  });

  it.each([
    '/api/users/profile/',
    '/api/api-tokens/',
    '/api/sign-ins/',
    '/api/exports/',
    '/api/webhooks/',
  ] as const)('stops the boot for the path %s, which is closed to API tokens', (path) => {
    expect(boots('GET', path, { scope: 'read', study: null })).toThrow(
      `GET ${path} accepts API tokens, which is closed to them.`,
    );
  });

  it('stops the boot when its study cannot be determined', () => {
    const unknown = 'which its path does not name or no context knows';
    expect(boots('GET', '/api/slots/{id}/', { scope: 'read', study: 'slot' })).toThrow(unknown);
    expect(boots('GET', '/api/lists/', { scope: 'read', study: 'study' })).toThrow(unknown);
    expect(boots('GET', '/api/lists/', { scope: 'read', study: 'query' })).toThrow(
      'bound by a query that names no study',
    );
  });

  it('stops the boot when some of its actions use a credential other than a sign-in', () => {
    const access = signedInExceptForActions('activate');
    expect(boots('PUT', '/api/lists/', { scope: 'manage', study: null }, { access })).toThrow(
      'beside actions with a credential of their own',
    );
  });
});
