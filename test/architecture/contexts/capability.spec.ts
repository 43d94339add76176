import 'reflect-metadata';
import type { EventName } from '../../../contracts/base/events';
import { collectPolicies } from '../../../server/access/access-policies';
import { contexts } from '../../../server/contexts';
import { mailsByEvent } from '../../../server/mail/mail.consumer';
import { collectCapabilities } from '../../../server/platform/context/capabilities';
import type { Context, TableDeclaration } from '../../../server/platform/context/context';
import { findUndeclaredTables } from '../../../server/platform/context/declaration-faults';
import { compareRoutesWithContract } from '../../../server/platform/http/registered-routes';
import { declareErrors, declareFieldErrors } from '../../../server/platform/i18n/error-texts';
import { Texts } from '../../../server/platform/i18n/texts';
import { recordOfProcessing } from '../../../server/platform/context/record-of-processing';
import { retentionStatements } from '../../../workers/retention.job';
import { routingOf } from '../../../workers/relay';
import { bookmarks } from './sample/bookmarks/bookmarks.context';

const withSample = (sample: Context) => collectCapabilities([...contexts, sample]);
const [table] = bookmarks.tables ?? [];
if (!table) throw new Error('the sample has no table');
const withTable = (change: Partial<Record<keyof TableDeclaration, unknown>>): Context => ({
  ...bookmarks,
  tables: [{ ...table, ...change } as TableDeclaration],
});

describe('capability consisting of its folder and one line in the list', () => {
  const all = withSample(bookmarks);

  it('adds its table to the retention, the data export and the record of processing', () => {
    expect(all.tables.map(({ name }) => name)).toContain('research.bookmark');
    expect(retentionStatements(all).join('\n')).toContain('DELETE FROM research.bookmark');
    expect(all.exportFiles.at(-1)).toMatchObject({ name: 'bookmarks' });
    expect(recordOfProcessing(all)).toContain('| `research.bookmark` |');
  });

  it('adds its endpoint, event, email and job', () => {
    expect(all.endpoints.map(({ path }) => path)).toContain('/api/bookmarks/');
    expect(all.events.has('bookmarks.study-bookmarked')).toBe(true);
    const mails = mailsByEvent(all.mailSources, all.events).get('bookmarks.study-bookmarked');
    expect(mails?.map(({ template }) => template)).toEqual(['bookmark-added']);
    expect(all.jobs.map(({ name }) => name)).toContain('CountBookmarksJob');
    expect(() => collectPolicies(all)).not.toThrow();
  });
});

describe('incomplete or conflicting declaration of a capability stops the boot', () => {
  it.each([
    [
      'a retention',
      withTable({ retention: undefined }),
      'research.bookmark (bookmarks) has no retention.',
    ],
    [
      'whose data a table holds',
      withTable({ personalData: undefined }),
      'research.bookmark (bookmarks) does not say whose personal data it holds.',
    ],
    [
      'the file of the data export',
      { ...bookmarks, exportFiles: [] },
      'research.bookmark (bookmarks) is exported in bookmarks, which no context makes.',
    ],
    [
      'the eraser of a table that a statement erases',
      withTable({
        personalData: { about: 'x', erased: { by: 'statement' }, exported: { in: 'bookmarks' } },
      }),
      'research.bookmark is erased by a statement, and bookmarks has no erasure.',
    ],
    [
      'the column that it says is sealed',
      withTable({ sealed: [{ column: 'secret', purpose: 'room', row: 'id' }] }),
      'research.bookmark declares the sealed column secret by secret, which it lacks.',
    ],
    [
      'a purpose of its own for a sealed column',
      withTable({ sealed: [{ column: 'study_id', purpose: 'totp', row: 'id' }] }),
      'Two columns are sealed as totp: each needs a purpose of its own.',
    ],
    [
      'the purpose of a sealed column among the key purposes',
      withTable({ sealed: [{ column: 'study_id', purpose: 'bookmark' as never, row: 'id' }] }),
      'research.bookmark is sealed as bookmark, no declared key purpose.',
    ],
    [
      'the table that the data export reads',
      { ...bookmarks, tables: [] },
      'bookmarks.json reads research.bookmark, which no context owns.',
    ],
    [
      'the controllers of its endpoints',
      { ...bookmarks, controllers: undefined },
      'bookmarks declares endpoints and has no controllers.',
    ],
    [
      'the file of its texts',
      { ...bookmarks, texts: [new Texts('server-bookmark')] },
      'locales/en/server-bookmark.json is missing: a context names these texts.',
    ],
  ])('when it does not state %s', (_, sample, sentence) => {
    expect(() => withSample(sample)).toThrow(sentence);
  });

  it('when it lacks a table that exists in the database', () => {
    const { tables } = collectCapabilities(contexts);
    expect(findUndeclaredTables(['identity.account', 'research.bookmark'], tables)).toEqual([
      'research.bookmark is a table that no context declares.',
    ]);
  });

  it('when it lacks the event that its email reacts to', () => {
    const { mailSources, events } = withSample({ ...bookmarks, events: {} });
    expect(() => mailsByEvent(mailSources, events)).toThrow(
      'the mail bookmark-added of bookmarks reacts to bookmarks.study-bookmarked, which no context declares',
    );
  });

  it('when its event has no consumer', () => {
    const names: EventName[] = ['bookmarks.study-bookmarked'];
    expect(() => routingOf([], names, new Set())).toThrow(
      'nothing reacts to bookmarks.study-bookmarked, and no context declares it silent',
    );
  });

  it('when its endpoint has no route', () => {
    expect(compareRoutesWithContract([], bookmarks.endpoints ?? [], { webApp: false })).toEqual([
      'POST /api/bookmarks/ is served by no route.',
    ]);
  });

  it.each([
    ['its status', 404],
    ['another status', 410],
  ])('when it declares an error that belongs to no context, with %s', (_, status) => {
    expect(() =>
      withSample({
        ...bookmarks,
        errors: declareErrors({ not_found: status }, () => () => 'Gone.'),
      }),
    ).toThrow('bookmarks declares the error not_found, which belongs to no context.');
  });

  it('when another context has the same name or event', () => {
    expect(() => withSample({ ...bookmarks, name: 'studies' })).toThrow(
      'Two contexts are called studies.',
    );
    expect(() =>
      collectCapabilities([...contexts, bookmarks, { ...bookmarks, name: 'other' }]),
    ).toThrow('The event bookmarks.study-bookmarked is declared twice, by bookmarks and other.');
  });

  it('when another context or the general list already declares its code for a refused field', () => {
    const withCode = (code: string) => ({
      ...bookmarks,
      fieldErrors: declareFieldErrors([code], () => () => 'A sentence.'),
    });
    expect(() => withSample(withCode('archive_broken'))).toThrow(
      'The field code archive_broken is declared twice, by study-files and bookmarks.',
    );
    expect(() => withSample(withCode('required'))).toThrow(
      'The field code required of bookmarks is one of contracts/base/errors.ts.',
    );
  });
});
