import type { ReviewContent } from '../../../../../contracts/teaching/class-studies';
import { aReviewContent, numberedDigest } from '../../../test/class-review';
import { compareReviewContent } from './compared-content.rule';
import { comparedFiles } from '../../../domain/class-building/compared-files.rule';
import { paragraphsOfPart, reviewPartOfChange } from './part-texts.rule';

const file = (path: string, of: number) => ({ path, bytes: of, sha256: numberedDigest(of) });
const version = (of: number, more: Partial<ReviewContent> = {}) => ({
  digest: numberedDigest(of),
  content: aReviewContent({ title: `Version ${of}`, ...more }),
});
const submission = (of: number) => ({
  ...version(of),
  words: null,
  by: null,
  at: '2026-11-20T10:00:00Z',
  decided_at: null,
  decision_words: null,
});

test('an added, a changed and a removed file come before those that are the same', () => {
  const before = [file('a.png', 1), file('b.png', 2), file('gone.png', 3)];
  const now = [file('a.png', 1), file('b.png', 4), file('c.png', 5)];
  expect(comparedFiles(before, now).map(({ path, change }) => [path, change])).toEqual([
    ['b.png', 'changed'],
    ['c.png', 'added'],
    ['gone.png', 'removed'],
    ['a.png', 'same'],
  ]);
  expect(comparedFiles(null, now).every(({ change }) => change === 'same')).toBe(true);
});

test('an open submission is shown beside what was approved', () => {
  const given = {
    state: 'submitted' as const,
    submitted: submission(2),
    approved: version(1),
    present: version(2),
  };
  expect(compareReviewContent(given)).toMatchObject({
    shown: { title: 'Version 2' },
    before: { kind: 'approved', content: { title: 'Version 1' } },
    isChangedSince: false,
  });
  expect(compareReviewContent({ ...given, present: version(3) })).toMatchObject({
    shown: { title: 'Version 2' },
    isChangedSince: true,
  });
});

test('without an open submission the present study is shown, beside what was approved or submitted', () => {
  const changed = { submitted: submission(1), present: version(2) };
  expect(
    compareReviewContent({ ...changed, state: 'changed', approved: version(1) }).before?.kind,
  ).toBe('approved');
  expect(
    compareReviewContent({ ...changed, state: 'changes_asked', approved: null }),
  ).toMatchObject({
    shown: { title: 'Version 2' },
    before: { kind: 'submitted' },
  });
});

test('a study that equals the approved version, or was never submitted, is compared with nothing', () => {
  const approved = version(1);
  const given = { submitted: submission(1), approved, present: approved };
  expect(compareReviewContent({ ...given, state: 'approved' }).before).toBeNull();
  expect(
    compareReviewContent({ state: 'none', submitted: null, approved: null, present: approved })
      .before,
  ).toBeNull();
});

test('a part is shown as paragraphs, and a changed setting belongs to the part about how a study runs', () => {
  const words = { minutes: () => ['10'], requirements: () => [], settings: () => ['Hosts: none'] };
  const content = aReviewContent({ consent: { title: 'Consent', text: 'I agree.' } });
  expect(paragraphsOfPart(content, 'consent', words)).toEqual(['Consent', 'I agree.']);
  expect(paragraphsOfPart({ ...content, consent: null }, 'consent', words)).toEqual([]);
  expect(paragraphsOfPart(content, 'timeline', words)).toEqual(['Hosts: none']);
  expect(reviewPartOfChange({ part: 'runtime', place: null, before: null, after: 'A' })).toBe(
    'timeline',
  );
});
