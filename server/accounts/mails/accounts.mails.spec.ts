import {
  mailTime,
  mailLocale,
  testMailRendering,
  mailWebUrl,
} from '../../../test/support/files/mail-rendering';
import { renderDeletionRequest } from './deletion-request.mail';
import {
  renderDeletionCancelled,
  renderDeletionReminder,
  renderDeletionRequested,
} from './deletion.mail';
import { renderEmailAlreadyRegistered } from './known-address.mail';
import { renderVerification } from './verification.mail';

const own = { key: 'key_-1', provider: null, is_researcher: false };
const researcher = { ...own, is_researcher: true };
const byMicrosoft = { ...own, provider: 'microsoft' as const };

testMailRendering({
  verification: (to) => renderVerification(to, own),
  'verification of a researcher': (to) => renderVerification(to, researcher),
  'verification after a provider': (to) => renderVerification(to, byMicrosoft),
  'known-address': (to) => renderEmailAlreadyRegistered(to, {}),
  'researcher-leaves': (to) =>
    renderDeletionRequest(to, {
      researcher_id: '0193a1b2-0000-7000-8000-000000000001',
      researcher: 'Grace Hopper',
      address: 'grace@uni.test',
      requested_at: mailTime,
    }),
  'deletion-asked': (to) => renderDeletionRequested(to, { deletion_at: mailTime }),
  'deletion-cancelled': (to) => renderDeletionCancelled(to, { at: mailTime }),
  'deletion-reminder': (to) => renderDeletionReminder(to, { deletion_at: mailTime }),
});

describe('the verification mail', () => {
  it('has the key at the beginning of the link, and contains no name, since anybody could have chosen it', () => {
    const { text } = renderVerification(mailLocale(), own);
    expect(text).toContain(`${mailWebUrl}/verify?key=key_-1\n`);
    expect(text).not.toContain('Ada');
  });

  it('names the provider of the account that was used to register', () => {
    expect(renderVerification(mailLocale(), byMicrosoft).text).toContain(
      'Somebody made an account here with a Microsoft account that names this address.',
    );
    expect(renderVerification(mailLocale('de'), byMicrosoft).text).toContain(
      'mit einem Microsoft-Konto',
    );
    expect(renderVerification(mailLocale(), own).text).not.toContain('Somebody made');
  });

  it('addresses a researcher with texts about research', () => {
    expect(renderVerification(mailLocale(), own).text).toContain('take part in studies');
    expect(renderVerification(mailLocale(), researcher).text).not.toContain('take part');
    expect(renderVerification(mailLocale('de'), researcher).text).toContain(
      'für Ihre Forschung bereit',
    );
  });
});
