import { forgetHeaderUser, storeHeaderUser, readHeaderUser } from './last-header';

const mia = { first_name: 'Mia', is_researcher: false, builds: true, role: 'USER' } as const;
const token = 'a'.repeat(40);

describe('the content of the page header that is stored for a reload', () => {
  afterEach(forgetHeaderUser);

  it('belongs to its sign-in, and does not contain the token', () => {
    storeHeaderUser(token, { ...mia, email: 'mia@example.org' } as never);
    expect(readHeaderUser(token)).toEqual(mia);
    expect(JSON.stringify(sessionStorage)).not.toContain(token.slice(0, 10));
  });

  it('is not returned for another account or sign-in', () => {
    storeHeaderUser(token, mia as never);
    for (const other of [`${token}b`, token.slice(1), `${token.slice(1)}b`, ''])
      expect(readHeaderUser(other)).toBeNull();
  });

  it('is deleted after the sign-out, and invalid stored values are ignored', () => {
    storeHeaderUser(token, mia as never);
    forgetHeaderUser();
    expect(readHeaderUser(token)).toBeNull();
    sessionStorage.setItem('commonlab-header', '{');
    expect(readHeaderUser(token)).toBeNull();
  });
});
