import { at, locale, testRendering } from '../../../../test/support/mail-rendering';
import { signingKey } from '../../../../test/support/certificate';
import { fingerprintsOf } from '../connections/certificates';
import { trustAsked, trustInForce } from './sso-trust.mail';

const [former, next] = [signingKey().certificate, signingKey().certificate];
const provider = { entity_id: 'https://idp.uni.test', sso_url: 'https://idp.uni.test/sso' };
const asked = {
  organization: 'Uni <Test>',
  certificates: [former],
  waiting: { provider: { ...provider, certificates: [former, next] } },
  in_force_at: at,
  asked_by: 'Alex Admin',
};

testRendering({
  asked: (to) => trustAsked(to, asked),
  enables: (to) => trustAsked(to, { ...asked, waiting: { enabled: true }, asked_by: null }),
  'in force': (to) => trustInForce(to, asked),
});

describe('the mails about single sign-on', () => {
  it('say who asked, until when it can be stopped, and every fingerprint to compare', () => {
    const { text, html } = trustAsked(locale(), asked);
    expect(text).toContain('Alex Admin asked');
    expect(text).toContain('24 December 2026 at 18:30 UTC');
    for (const one of fingerprintsOf([former, next]).split(' ')) expect(text).toContain(one);
    expect(html).toContain('Uni &lt;Test&gt;');
  });
});
