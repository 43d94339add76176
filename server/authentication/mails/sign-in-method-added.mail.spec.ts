import { at, locale, testRendering, web } from '../../../test/support/files/mail-rendering';
import { signInMethodAdded } from './sign-in-method-added.mail';

testRendering({ 'way-in-added': (to) => signInMethodAdded(to, { provider: 'orcid', at }) });

describe('The mail about an added sign-in method', () => {
  it('names the method, even if it is an organization’s own sign-in or was removed since', () => {
    const { text } = signInMethodAdded(locale(), { provider: 'orcid', at });
    expect(text).toContain(
      'On 24 December 2026 at 18:30 UTC, a further way of signing in to your account was added: ORCID.',
    );
    expect(text).toContain(`${web}/profile/#sign-in-methods`);
    expect(signInMethodAdded(locale('de'), { provider: 'ssoready', at }).text).toContain(
      'die Anmeldung Ihrer Einrichtung',
    );
    expect(signInMethodAdded(locale(), { provider: null, at }).text).toContain('removed again');
  });
});
