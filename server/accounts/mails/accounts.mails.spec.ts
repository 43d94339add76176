import { at, locale, testRendering, web } from '../../../test/support/files/mail-rendering';
import { deletionRequest } from './deletion-request.mail';
import { deletionCancelled, deletionReminder, deletionRequested } from './deletion.mail';
import { knownAddress } from './known-address.mail';
import { verification } from './verification.mail';

const own = { key: 'key_-1', provider: null, is_researcher: false };
const researcher = { ...own, is_researcher: true };
const byMicrosoft = { ...own, provider: 'microsoft' as const };

testRendering({
  verification: (to) => verification(to, own),
  'verification of a researcher': (to) => verification(to, researcher),
  'verification after a provider': (to) => verification(to, byMicrosoft),
  'known-address': (to) => knownAddress(to, {}),
  'researcher-leaves': (to) =>
    deletionRequest(to, {
      researcher_id: '0193a1b2-0000-7000-8000-000000000001',
      researcher: 'Grace Hopper',
      address: 'grace@uni.test',
      requested_at: at,
    }),
  'deletion-asked': (to) => deletionRequested(to, { deletion_at: at }),
  'deletion-cancelled': (to) => deletionCancelled(to, { at }),
  'deletion-reminder': (to) => deletionReminder(to, { deletion_at: at }),
});

describe('the verification mail', () => {
  it('has the key at the beginning of the link, and contains no name, since anybody could have chosen it', () => {
    const { text } = verification(locale(), own);
    expect(text).toContain(`${web}/verify?key=key_-1\n`);
    expect(text).not.toContain('Ada');
  });

  it('names the provider of the account that was used to register', () => {
    expect(verification(locale(), byMicrosoft).text).toContain(
      'Somebody made an account here with a Microsoft account that names this address.',
    );
    expect(verification(locale('de'), byMicrosoft).text).toContain('mit einem Microsoft-Konto');
    expect(verification(locale(), own).text).not.toContain('Somebody made');
  });

  it('addresses a researcher with texts about research', () => {
    expect(verification(locale(), own).text).toContain('take part in studies');
    expect(verification(locale(), researcher).text).not.toContain('take part');
    expect(verification(locale('de'), researcher).text).toContain('für Ihre Forschung bereit');
  });
});
