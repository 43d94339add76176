import { languages } from '../../../contracts/languages';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';
import { deletionAsked } from './deletion-asked';
import { deletionCancelled } from './deletion-cancelled';
import { deletionReminder } from './deletion-reminder';
import { enrolled } from './enrolled';
import { exportReady } from './export-ready';
import { knownAddress } from './known-address';
import { offer } from './offer';
import { passwordChanged } from './password-changed';
import { resetCode } from './reset-code';
import { reviewAsked } from './review-asked';
import { reviewDecided } from './review-decided';
import { secondFactorChanged } from './second-factor-changed';
import { verification } from './verification';
import { wayInAdded } from './way-in-added';

const web = 'https://web.test';
const reader = (language: Locale['language']): Locale => ({ first_name: 'Ada', language, web });
const at = new Date('2026-12-24T18:30:00Z');
const all: Record<string, (to: Locale) => Mail> = {
  verification: (to) => verification(to, { key: 'key_-1', provider: null, is_researcher: false }),
  'verification of a researcher': (to) =>
    verification(to, { key: 'key_-1', provider: null, is_researcher: true }),
  'verification after a provider': (to) =>
    verification(to, { key: 'key_-1', provider: 'microsoft', is_researcher: false }),
  'reset code': (to) => resetCode(to, { code: 'ABCD2345' }),
  'known address': knownAddress,
  'review asked': (to) =>
    reviewAsked(to, { researcher: 'Grace Hopper', organization: 'Yale', interests: 'Compilers' }),
  'review approved': (to) => reviewDecided(to, { approved: true, reason: 'Known to us' }),
  'review rejected': (to) => reviewDecided(to, { approved: false, reason: 'No such institute' }),
  enrolled: (to) =>
    enrolled(to, {
      study_id: 'study-1',
      title: 'Colours & words',
      duration_minutes: 20,
      start_before: at,
    }),
  offer: (to) => offer(to, { study_id: 'study-1', title: 'Colours & words', held_until: at }),
  'export ready': (to) => exportReady(to, { expires_at: at }),
  'way in added': (to) => wayInAdded(to, { provider: 'orcid', at }),
  'password changed': (to) => passwordChanged(to, { at }),
  'second factor changed': (to) => secondFactorChanged(to, { totp: true, passkeys: 2, at }),
  'deletion asked': (to) => deletionAsked(to, { deletion_at: at }),
  'deletion cancelled': (to) => deletionCancelled(to, { at }),
  'deletion reminder': (to) => deletionReminder(to, { deletion_at: at }),
};
const written = (name: string, language: Locale['language'] = 'en'): Mail => {
  const write = all[name];
  if (!write) throw new Error(name);
  return write(reader(language));
};

describe.each(Object.keys(all))('the mail "%s"', (name) => {
  it('has a subject, a text and an HTML page in every language', () => {
    for (const language of languages) {
      const { subject, text, html } = written(name, language);
      expect(subject.length).toBeGreaterThan(5);
      expect(text).not.toMatch(/undefined|\[object|NaN/);
      expect(html).toContain('<!doctype html>');
      expect(html).not.toMatch(/undefined|\[object|NaN/);
    }
  });

  it('is another one in German', () => {
    const [german, english] = [written(name, 'de'), written(name, 'en')];
    expect(german.subject).not.toBe(english.subject);
    expect(german.html).toContain('lang="de"');
    expect(written(name, 'ja').html).toContain('lang="en"');
  });
});

describe('mails', () => {
  it('carry the verification key first in the link, and no name that an unproven address could be mocked with', () => {
    const { text } = written('verification');
    expect(text).toContain(`${web}/verify?key=key_-1\n`);
    expect(text).not.toContain('Ada');
  });

  it('say with whose account somebody registered, before anybody confirms it', () => {
    expect(written('verification after a provider').text).toContain(
      'Somebody made an account here with a Microsoft account that names this address.',
    );
    expect(written('verification after a provider', 'de').text).toContain(
      'mit einem Microsoft-Konto',
    );
    expect(written('verification').text).not.toContain('Somebody made');
  });

  it('speak to a researcher of research', () => {
    expect(written('verification').text).toContain('take part in studies');
    expect(written('verification of a researcher').text).not.toContain('take part');
    expect(written('verification of a researcher', 'de').text).toContain(
      'für Ihre Forschung bereit',
    );
  });

  it('show a reset code in one piece', () => {
    expect(written('reset code').text).toMatch(/^ {4}ABCD2345$/m);
    expect(written('reset code').html).toContain('>ABCD2345<');
  });

  it('say when a place is lost, with the zone beside the time', () => {
    expect(written('offer').text).toContain('Held until: 24 December 2026 at 18:30 UTC');
    expect(written('offer', 'de').text).toContain('Reserviert bis: 24. Dezember 2026 um 18:30 UTC');
    expect(written('enrolled').subject).toBe('You are enrolled: Colours & words');
    expect(written('enrolled').html).toContain('Colours &amp; words');
  });

  it('do not tell somebody who has started until when to start', () => {
    expect(
      enrolled(reader('en'), { study_id: 's', title: 'T', duration_minutes: 1, start_before: null })
        .text,
    ).not.toContain('Start before');
  });

  it('name a new way in, also an organization’s own and one that is gone again', () => {
    expect(written('way in added').text).toContain(
      'On 24 December 2026 at 18:30 UTC, a further way of signing in to your account was added: ORCID.',
    );
    expect(wayInAdded(reader('de'), { provider: 'ssoready', at }).text).toContain(
      'die Anmeldung Ihrer Einrichtung',
    );
    expect(wayInAdded(reader('en'), { provider: null, at }).text).toContain('removed again');
    expect(written('way in added').text).toContain(`${web}/profile/#sign-in-methods`);
  });

  it('show the reviewer’s reason, and the way on after a refusal', () => {
    expect(written('review rejected').text).toContain('> No such institute');
    expect(written('review rejected').text).toContain(`${web}/profile/#affiliation`);
    expect(written('review approved').text).toContain(`${web}/experiments`);
  });
});
