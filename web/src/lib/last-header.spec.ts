import { forgetHeader, keepHeader, keptHeader } from './last-header';

const mia = { first_name: 'Mia', is_researcher: false, role: 'USER' } as const;
const token = 'a'.repeat(40);

describe('the header that is kept for a reload', () => {
  afterEach(forgetHeader);

  it('is that of the sign-in that kept it, without its token', () => {
    keepHeader(token, mia as never);
    expect(keptHeader(token)).toEqual(mia);
    expect(JSON.stringify(sessionStorage)).not.toContain(token.slice(0, 10));
  });

  it('is never shown for another account, nor for another sign-in', () => {
    keepHeader(token, mia as never);
    for (const other of [`${token}b`, token.slice(1), `${token.slice(1)}b`, ''])
      expect(keptHeader(other)).toBeNull();
  });

  it('is gone after the sign-out, and where what is stored is not one', () => {
    keepHeader(token, mia as never);
    forgetHeader();
    expect(keptHeader(token)).toBeNull();
    sessionStorage.setItem('commonlab-header', '{');
    expect(keptHeader(token)).toBeNull();
  });
});
