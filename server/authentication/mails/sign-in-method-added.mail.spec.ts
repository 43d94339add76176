import {
  mailTime,
  mailLocale,
  testMailRendering,
  mailWebUrl,
} from '../../../test/support/files/mail-rendering';
import { renderSignInMethodAdded } from './sign-in-method-added.mail';

testMailRendering({
  'way-in-added': (to) => renderSignInMethodAdded(to, { provider: 'orcid', at: mailTime }),
});

describe('The mail about an added sign-in method', () => {
  it('names the method, even if it is an organization’s own sign-in or was removed since', () => {
    const { text } = renderSignInMethodAdded(mailLocale(), { provider: 'orcid', at: mailTime });
    expect(text).toContain(
      'On 24 December 2026 at 18:30 UTC, a further way of signing in to your account was added: ORCID.',
    );
    expect(text).toContain(`${mailWebUrl}/profile/#sign-in-methods`);
    expect(
      renderSignInMethodAdded(mailLocale('de'), { provider: 'ssoready', at: mailTime }).text,
    ).toContain('die Anmeldung Ihrer Einrichtung');
    expect(renderSignInMethodAdded(mailLocale(), { provider: null, at: mailTime }).text).toContain(
      'removed again',
    );
  });
});
