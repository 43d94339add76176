import {
  mailTime,
  mailLocale,
  testMailRendering,
} from '../../../../test/support/files/mail-rendering';
import { renderPasswordChanged } from './password-changed.mail';
import { renderResetCode } from './reset-code.mail';

testMailRendering({
  'reset-code': (to) => renderResetCode(to, { code: 'ABCD2345' }),
  'password-changed': (to) => renderPasswordChanged(to, { at: mailTime }),
});

it('the email shows a reset code without line breaks', () => {
  const { text, html } = renderResetCode(mailLocale(), { code: 'ABCD2345' });
  expect(text).toMatch(/^ {4}ABCD2345$/m);
  expect(html).toContain('>ABCD2345<');
});
