import {
  checkSchemaFingerprint,
  DatabaseRefusedError,
  decideMigrationAction,
} from './migration-state.rule';

const folded = {
  names: ['Start1', 'Middle2', 'Last3'],
  commit: 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00',
  fingerprint: {
    'identity.account': 'aaa',
    'identity.account storage': 'bbb',
    'extension pg_trgm': 'ccc',
  },
};
const of = {
  known: ['ABaseline4', 'BBaseline5', 'New6'],
  baselines: ['ABaseline4', 'BBaseline5'],
  folded,
};
const refusal = (work: () => unknown): DatabaseRefusedError => {
  try {
    work();
  } catch (error) {
    if (error instanceof DatabaseRefusedError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('decideMigrationAction', () => {
  it('records the baselines when all squashed migrations ran and nothing else', () => {
    expect(decideMigrationAction(folded.names, of)).toBe('record');
  });

  it.each([
    ['the database is empty', []],
    ['some baselines ran', ['ABaseline4']],
    ['all baselines ran', ['ABaseline4', 'BBaseline5']],
    ['a later migration ran, too', ['ABaseline4', 'BBaseline5', 'New6']],
    ['the baselines were recorded', [...folded.names, ...of.baselines]],
    ['a later migration ran after recording', [...folded.names, ...of.known]],
  ])('continues when %s', (_, executed) => {
    expect(decideMigrationAction(executed, of)).toBe('continue');
  });

  it.each([
    ['at the first migration', ['Start1'], 'Start1, 1 of the 3'],
    ['one migration short', ['Start1', 'Middle2'], 'Middle2, 2 of the 3'],
    ['without one in the middle', ['Start1', 'Last3'], 'Last3, 2 of the 3'],
    ['half recorded', ['Start1', 'ABaseline4'], 'Start1, 1 of the 3'],
  ])('refuses a database %s, and names the commit to start first', (_, executed, sentence) => {
    const { code, message } = refusal(() => decideMigrationAction(executed, of));
    expect(code).toBe('database_too_old');
    expect(message).toContain(`database_too_old: This database is at migration ${sentence}`);
    expect(message).toContain(`Start commit ${folded.commit} once`);
    expect(message).toContain('git checkout c0ffee00c0ff; npm start');
  });

  it.each([
    ['at the last squashed one', [...folded.names, 'Other7']],
    ['before it', ['Start1', 'Other7']],
    ['after the baselines', [...of.baselines, 'Other7']],
    ['alone', ['Other7']],
  ])('refuses a database %s in which a migration ran that it does not know', (_, executed) => {
    const { code, message } = refusal(() => decideMigrationAction(executed, of));
    expect(code).toBe('database_unknown');
    expect(message).toContain('does not have: Other7.');
  });

  it('names five unknown migrations, and how many more there are', () => {
    const executed = Array.from({ length: 8 }, (_, i) => `Other${i}`);
    expect(refusal(() => decideMigrationAction(executed, of)).message).toContain(
      'Other0, Other1, Other2, Other3, Other4 and 3 more',
    );
  });
});

describe('checkSchemaFingerprint', () => {
  it('accepts additional objects, and different extensions and storage options', () => {
    checkSchemaFingerprint(folded.fingerprint, folded);
    checkSchemaFingerprint({ 'identity.account': 'aaa', 'identity.own_notes': 'ddd' }, folded);
  });

  it('refuses a database without a unique index, and names the index', () => {
    const index = 'unique index identity.account_active_email';
    const { code, message } = refusal(() =>
      checkSchemaFingerprint(folded.fingerprint, {
        ...folded,
        fingerprint: { ...folded.fingerprint, [index]: 'ddd' },
      }),
    );
    expect(code).toBe('database_differs');
    expect(message).toContain(`not as they left them: ${index}.`);
  });

  it.each([
    ['is changed', { 'identity.account': 'xxx' }],
    ['is missing', {}],
  ])('refuses a database of which a table %s', (_, found) => {
    const { code, message } = refusal(() => checkSchemaFingerprint(found, folded));
    expect(code).toBe('database_differs');
    expect(message).toContain('not as they left them: identity.account.');
  });
});
