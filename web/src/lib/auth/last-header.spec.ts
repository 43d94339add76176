import { forgetHeader, storeHeader, storedHeader } from './last-header';

const mia = { first_name: 'Mia', is_researcher: false, builds: true, role: 'USER' } as const;
const token = 'a'.repeat(40);

describe('page header kept for a reload', () => {
  afterEach(forgetHeader);

  it('belongs to its sign-in, and does not contain the token', () => {
    storeHeader(token, { ...mia, email: 'mia@example.org' } as never);
    expect(storedHeader(token)).toEqual(mia);
    expect(JSON.stringify(sessionStorage)).not.toContain(token.slice(0, 10));
  });

  it('is not returned for another account or sign-in', () => {
    storeHeader(token, mia as never);
    for (const other of [`${token}b`, token.slice(1), `${token.slice(1)}b`, ''])
      expect(storedHeader(other)).toBeNull();
  });

  it('is deleted after the sign-out, and invalid stored values are ignored', () => {
    storeHeader(token, mia as never);
    forgetHeader();
    expect(storedHeader(token)).toBeNull();
    sessionStorage.setItem('commonlab-header', '{');
    expect(storedHeader(token)).toBeNull();
  });
});
