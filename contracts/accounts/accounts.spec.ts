import { SignUp } from './accounts';

const person = {
  email: 'ada@example.org',
  password: 'Sound-Pass-2026!',
  password_confirmation: 'Sound-Pass-2026!',
  first_name: 'Ada',
  last_name: '',
  is_researcher: false,
};

describe('The registration of an account', () => {
  it('keeps the time zone and the region that the browser sends', () => {
    const { data } = SignUp.safeParse({ ...person, zone: 'Europe/Berlin', region: 'DE' });
    expect(data).toMatchObject({ zone: 'Europe/Berlin', region: 'DE' });
  });

  it.each([
    { zone: 'Etc/Unknown', region: 'DE' },
    { zone: 'Europe/Berlin', region: 'ZZZ' },
    { zone: 'Mars/Olympus', region: 7 },
  ])('succeeds, and drops a time zone or region that the server does not know: %j', (told) => {
    const { success, data } = SignUp.safeParse({ ...person, ...told });
    expect(success).toBe(true);
    expect(data?.zone).toBe(told.zone === 'Europe/Berlin' ? told.zone : undefined);
    expect(data?.region).toBe(told.region === 'DE' ? told.region : undefined);
  });
});
