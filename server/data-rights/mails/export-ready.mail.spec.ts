import {
  mailTime,
  mailLocale,
  testMailRendering,
  mailWebUrl,
} from '../../../test/support/files/mail-rendering';
import { renderExportReady } from './export-ready.mail';

testMailRendering({ 'export-ready': (to) => renderExportReady(to, { expires_at: mailTime }) });

it('the mail about an export names the last time to download it, and links to the page instead of the file', () => {
  const { text } = renderExportReady(mailLocale(), { expires_at: mailTime });
  expect(text).toContain('Until 24 December 2026 at 18:30 UTC');
  // The footer of every mail contains the second link.
  expect(text.match(/https:\S+/g)).toEqual([
    `${mailWebUrl}/profile/privacy`,
    `${mailWebUrl}/profile/notices`,
  ]);
});
