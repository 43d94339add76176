import { z } from 'zod';
import { codeOfError, DomainError, InvalidInput } from './errors';

describe('error code sent to a caller', () => {
  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'Received unexpected commandComplete message from backend.',
    'Query runner already released. Cannot run queries anymore.',
    'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
    'Driver not Connected',
    'timeout expired',
  ])('is unavailable for the database message "%s"', (message) => {
    expect(codeOfError(new Error(message))).toBe('unavailable');
  });

  it.each([
    '57P01',
    '57P03',
    '53300',
    '08006',
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    '25P03',
    '40P01',
  ])('is unavailable for the code %s', (code) => {
    expect(codeOfError(Object.assign(new Error('x'), { code }))).toBe('unavailable');
  });

  it('is that of a domain error, otherwise from the HTTP status, otherwise internal', () => {
    expect(codeOfError(new DomainError('session_full'))).toBe('session_full');
    expect(codeOfError({ statusCode: 413 })).toBe('too_large');
    expect(codeOfError(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(
      'internal',
    );
    expect(codeOfError('what')).toBe('internal');
  });

  it('comes with at most a hundred invalid fields, even for ten thousand lines or keys', () => {
    const lines = z.array(z.strictObject({ tag: z.string() }));
    const keys = Array.from({ length: 10_000 }, (_, n) => [`key${n}`, 1] as const);
    for (const input of [Array(10_000).fill({}), [{ tag: 'x', ...Object.fromEntries(keys) }]]) {
      const { error } = lines.safeParse(input);
      const { extra } = new InvalidInput(error?.issues ?? [], input);
      expect(extra.fields).toHaveLength(100);
    }
  });
});
