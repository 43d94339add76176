import { at, locale, testRendering } from '../../../../test/support/files/mail-rendering';
import { passwordChanged } from './password-changed.mail';
import { resetCode } from './reset-code.mail';

testRendering({
  'reset-code': (to) => resetCode(to, { code: 'ABCD2345' }),
  'password-changed': (to) => passwordChanged(to, { at }),
});

it('shows a reset code without line breaks', () => {
  const { text, html } = resetCode(locale(), { code: 'ABCD2345' });
  expect(text).toMatch(/^ {4}ABCD2345$/m);
  expect(html).toContain('>ABCD2345<');
});
