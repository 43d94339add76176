import { at, locale, testRendering } from '../../../test/support/mail-rendering';
import { closing } from './closing.mail';
import { consentWithdrawn, decided, timedOut, waitEnded } from './ended.mail';
import { leaseEnding } from './participation.mail';

const study = { study_id: 'study-1', title: 'Colours & words' };
const lease = { ...study, start_before: at, by_appointment: false, own_zone: null };
const rejected = {
  ...study,
  decision: 'rejected',
  reason: 'Two <b>checks</b> failed',
  category: 'failed_checks',
  unreviewed: false,
} as const;
const approved = { ...rejected, decision: 'approved', reason: null, category: null } as const;

testRendering({
  closing: (to) => closing(to, { ...study, ends: at, start_before: at }),
  lease: (to) => leaseEnding(to, lease),
  'timed out': (to) => timedOut(to, { ...study, has_started: true }),
  'wait ended': (to) => waitEnded(to, { ...study, closed: true }),
  rejected: (to) => decided(to, rejected),
  'consent withdrawn': (to) =>
    consentWithdrawn(to, { ...study, reason: 'Another wording', has_started: false }),
  approved: (to) => decided(to, approved),
});

describe('the mails about the end of a participation', () => {
  it('quote the researchers as text, with the category in words of the reader', () => {
    const { html, text } = decided(locale('de'), rejected);
    expect(html).toContain('Two &lt;b&gt;checks&lt;/b&gt; failed');
    expect(text).toContain('Aufmerksamkeitsprüfungen nicht bestanden');
  });

  it('say where to write to the researchers about a decision', () => {
    const { text } = decided(locale(), { ...rejected, decision: 'nullified', category: null });
    expect(text).toContain('your history has a link for that beside the study');
    expect(text).toContain('/history/participation');
  });

  it('say whether the researchers approved it or did not object in time', () => {
    expect(decided(locale(), approved).text).toContain('The researchers approved');
    expect(decided(locale(), { ...approved, unreviewed: true }).text).toContain('within 21 days');
  });

  it('say by when to start', () => {
    expect(leaseEnding(locale(), lease).text).toContain('24 December 2026 at 18:30 UTC');
    const onSite = { ...lease, by_appointment: true, own_zone: 'Asia/Kolkata' };
    expect(leaseEnding(locale(), onSite).text).toContain(
      'Choose a slot before: 25 December 2026 at 00:00 (Asia/Kolkata)',
    );
  });
});
