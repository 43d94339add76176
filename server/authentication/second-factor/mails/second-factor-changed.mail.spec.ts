import {
  mailTime,
  mailLocale,
  testMailRendering,
} from '../../../../test/support/files/mail-rendering';
import { renderSecondFactorChanged } from './second-factor-changed.mail';

testMailRendering({
  'second-factor-changed': (to) =>
    renderSecondFactorChanged(to, { totp: true, passkeys: 2, at: mailTime }),
});

it('the mail lists the second factors that are set up', () => {
  const said = (totp: boolean, passkeys: number) =>
    renderSecondFactorChanged(mailLocale(), { totp, passkeys, at: mailTime }).text;
  expect(said(true, 2)).toContain('Set up now: an authenticator app, 2 passkeys.');
  expect(said(false, 1)).toContain('Set up now: one passkey.');
  expect(said(false, 0)).toContain('Set up now: none');
});
