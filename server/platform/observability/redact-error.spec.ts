import { redactError, redactedErrorMessageOf } from './redact-error';

const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('logged form of an error', () => {
  it('contains the message of the error', () => {
    expect(redactedErrorMessageOf(new Error('relation "platform.mail" does not exist'))).toBe(
      'relation "platform.mail" does not exist',
    );
    expect(redactError(new TypeError('x is undefined'))).toMatchObject({
      name: 'TypeError',
      message: 'x is undefined',
      stack: expect.stringMatching(/^\s+at /) as string,
    });
  });

  it.each(['22P02', '22007', '23505', 'P0001'])(
    'contains only the code when PostgreSQL repeats values: %s',
    (code) => {
      const error = Object.assign(
        new Error('invalid input syntax for type integer: "ada@secret.test"'),
        { code, table: 'account', constraint: 'account_active_email' },
      );
      expect(redactedErrorMessageOf(error)).toBe(
        `database error ${code} account account_active_email`,
      );
      expect(JSON.stringify(redactError(error))).not.toContain('secret');
    },
  );

  it('repeats nothing of a text that is not valid JSON', () => {
    const error = thrown(() => JSON.parse('Secret-Password-1') as unknown);
    expect((error as Error).message).toContain('Secret');
    expect(JSON.stringify(redactError(error))).not.toContain('Secret');
  });

  it('repeats nothing of a thrown value that is no error', () => {
    expect(JSON.stringify(redactError('my password'))).not.toContain('my');
  });
});
