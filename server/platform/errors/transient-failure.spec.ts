import {
  isDatabaseUnavailable,
  isStatementTimeout,
  isTransactionConflict,
  isTransientFailure,
} from './transient-failure';

const withCode = (code: unknown) => Object.assign(new Error('x'), { code });

describe('transient failures of the database', () => {
  it.each([
    ['57014', true],
    ['25P03', true],
    ['57P01', false],
    ['08006', false],
    ['55P03', false],
  ])('may be a timeout of a statement: SQLSTATE %s: %s', (code, expected) => {
    expect(isStatementTimeout(withCode(code))).toBe(expected);
  });

  it.each(['40001', '40P01'])('include a conflict of two transactions: SQLSTATE %s', (code) => {
    expect(isTransactionConflict(withCode(code))).toBe(true);
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
    expect(isTransientFailure(withCode(code))).toBe(true);
  });

  it.each([
    '08000',
    '08006',
    '57P01',
    '57P02',
    '57P03',
    '57014',
    '53300',
    '55P03',
    '25P03',
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
  ])('include an unavailable database: code %s', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
    expect(isTransactionConflict(withCode(code))).toBe(false);
    expect(isTransientFailure(withCode(code))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'Driver not Connected',
    'Received unexpected commandComplete message from backend.',
    'Query runner already released. Cannot run queries anymore.',
    'Database connection provided by a query runner was already released, cannot continue.',
  ])('include an unavailable database by the message "%s", even without a code', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
    expect(isTransientFailure(new Error(message))).toBe(true);
  });

  it.each([
    ['a unique violation', withCode('23505')],
    ['a failed check', withCode('23514')],
    ['a missing privilege', withCode('42501')],
    ['an aborted transaction', withCode('25P02')],
    ['a code that is a number', withCode(57014)],
    ['a plain error', new Error('a session id ends in hexadecimal digits')],
    ['a string', '40001'],
    ['null', null],
    ['undefined', undefined],
  ])('do not include %s', (_, error) => {
    expect(isTransientFailure(error)).toBe(false);
  });
});
