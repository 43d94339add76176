import type { User } from '../../../contracts/accounts';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: unknown;
}
export interface Answered {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * A fake server behind `fetch`: only the network is replaced, all code on this side of it is real.
 */
export function fakeServer(answer: (asked: Asked) => Answered | undefined) {
  const asked: Asked[] = [];
  globalThis.fetch = ((input: string, init: RequestInit = {}) => {
    const url = new URL(input, location.origin);
    const one: Asked = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    asked.push(one);
    const {
      status,
      body,
      headers = {},
    } = answer(one) ?? {
      status: 404,
      body: { status: 404, code: 'not_found', description: 'There is no such thing.' },
    };
    const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: { get: (name: string) => all[name.toLowerCase()] ?? null },
      text: () => Promise.resolve(body === undefined ? '' : JSON.stringify(body)),
    });
  }) as unknown as typeof fetch;
  return asked;
}

export const someone = (more: Partial<User> = {}): User => ({
  _id: '0193a1b2-0000-7000-8000-000000000001',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.org',
  role: null,
  is_researcher: false,
  organization: null,
  organization_ror_id: null,
  interests: null,
  researcher_privilege: null,
  status: 'ACTIVE',
  language: 'en',
  deletion_at: null,
  identities: [],
  created_at: '2026-10-01T10:00:00Z',
  ...more,
});
