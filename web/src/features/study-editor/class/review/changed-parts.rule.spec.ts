import type { ReviewContent } from '../../../../../../contracts/teaching/class-studies';
import { aSubmittedContent } from '../../../../test/class-building';
import { changedFiles, changedParts } from './changed-parts.rule';

const file = (path: string, letter: string) => ({ path, bytes: 1, sha256: letter.repeat(64) });

describe('the parts in which two states of a study differ', () => {
  it.each([
    ['nothing', {}, []],
    ['a title', { title: 'Other' }, ['title']],
    ['the minutes at most', { maximum_minutes: 30 }, ['minutes']],
    ['notes that were not there', { additional_notes: 'Bring water' }, ['additional_notes']],
    ['a device', { requirements: ['desktop'] }, ['requirements']],
    ['repeats and credit', { allow_repeats: true, offers_credit: true }, ['repeats', 'credit']],
    ['the way it runs', { runtime_kind: 'hosted' }, ['runtime']],
    ['a setting', { runtime_settings: ['x'] }, ['settings']],
    ['the form', { consent: { title: 'Consent', text: 'New' } }, ['consent']],
    ['a file', { files: [file('a.png', 'a')] }, ['files']],
    ['a new version of the same files', { version: null }, []],
  ] as [string, Partial<ReviewContent>, string[]][])('%s', (_, more, parts) =>
    expect(changedParts(aSubmittedContent(), aSubmittedContent(more))).toEqual(parts),
  );

  it('are none if only the order of requirements and files differs', () => {
    const [a, b] = [file('a.png', 'a'), file('b.png', 'b')];
    const one = aSubmittedContent({ requirements: ['desktop', 'camera'], files: [a, b] });
    const other = aSubmittedContent({ requirements: ['camera', 'desktop'], files: [b, a] });
    expect(changedParts(one, other)).toEqual([]);
  });
});

it('the changed files are those that are new, removed, or have other bytes', () => {
  const before = aSubmittedContent({ files: [file('a', 'a'), file('b', 'b'), file('c', 'c')] });
  const after = aSubmittedContent({ files: [file('a', 'a'), file('b', 'd'), file('e', 'e')] });
  expect(changedFiles(before, after)).toEqual(['b', 'c', 'e']);
});
