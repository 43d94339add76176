import type { ExternalParticipant } from '../../enrolment/participations/external-participants.read';
import { csvHeaderOf, parseColumnIndexes, shortFileName } from './header.rule';
import { MatchableParticipants } from './matchable-participants.rule';
import { storageOverheadBytes, CsvAnalysis, type CsvColumnChoice } from './csv-analysis.rule';
import { TextOrNumberColumn } from './typed-column.rule';

const today = '2026-11-26';
const sessions = [1, 2].map((n) => `0000000${n}-0000-4000-8000-000000000000`);
const taker = (n: number, over: Partial<ExternalParticipant> = {}): ExternalParticipant => ({
  id: `${n}`,
  session_id: sessions[0] ?? '',
  participant: String(n).repeat(32).slice(0, 32),
  privacy_level: 'roster_on_start',
  state: 'completed',
  withdrawn_on: null,
  exclusive: true,
  day: '2026-11-20',
  last_day: '2026-11-20',
  ...over,
});
const peopleOf = (takers: ExternalParticipant[], sessionCount = 1, seesNames = true) =>
  new MatchableParticipants(
    takers,
    sessions.slice(0, sessionCount).map((id) => ({
      id,
      privacy_level: takers[0]?.privacy_level ?? 'anonymous',
      names: null,
    })),
    seesNames,
    today,
  );
const choice: CsvColumnChoice = {
  participant: 0,
  session: null,
  columns: null,
  areAllThere: true,
  several: false,
  leaveUnknown: false,
};
function surveyed(
  rows: string[][],
  takers: ExternalParticipant[],
  over: Partial<CsvColumnChoice> = {},
  onRosters: string[] = [],
) {
  const [names = [], ...body] = rows;
  const header = csvHeaderOf([{ cells: names, line: 1 }]);
  const survey = new CsvAnalysis(
    header,
    { ...choice, ...over },
    peopleOf(takers),
    new Set(onRosters),
    today,
  );
  for (const [i, cells] of body.entries()) survey.see({ cells, line: i + 2 });
  return { ...survey.end(), bytes: survey.bytes };
}
const who = (n: number) => taker(n).participant;
const codes = ({ faults }: ReturnType<typeof surveyed>) =>
  faults.map(({ line, code }) => [line, code]);

describe('A file of external data', () => {
  it('counts against the storage with the bytes of its kept cells, and with an overhead for each row and cell', () => {
    const rows = [
      ['participant', 'email', 'said', 'rt'],
      [who(1), 'a@lab.example', 'grün', '312'],
      [who(2), 'b@lab.example', '', '280'],
      ['f'.repeat(32), 'c@lab.example', 'of nobody', '1'],
    ];
    const { bytes } = surveyed(rows, [taker(1), taker(2)], { leaveUnknown: true });
    expect(bytes).toBe(5 + 3 + 3 + 2 * (storageOverheadBytes.row + 2 * storageOverheadBytes.cell));
  });

  it('reports by line rows with an unknown, a repeated or no pseudonym', () => {
    const rows = [
      ['participant', 'a'],
      [who(1), '5'],
      [who(1), '6'],
      ['f'.repeat(32), '7'],
      ['', '8'],
    ];
    const check = surveyed(rows, [taker(1), taker(2)]);
    expect(codes(check)).toEqual([
      [3, 'doubled_participant'],
      [4, 'unknown_participant'],
      [5, 'no_participant'],
    ]);
    expect(check).toMatchObject({
      rows: 4,
      matched: 2,
      unknown: 2,
      without_row: 1,
      missing: [who(2)],
    });
    expect(codes(surveyed(rows, [taker(1)], { several: true, leaveUnknown: true }))).toEqual([]);
  });

  it('excludes and counts rows of people who have withdrawn their data', () => {
    const check = surveyed(
      [
        ['participant', 'a'],
        [who(1), '5'],
        [who(2), '6'],
      ],
      [taker(1, { withdrawn_on: '2026-11-21' }), taker(2)],
    );
    expect(check).toMatchObject({ matched: 1, withdrawn: 1, faults: [] });
  });

  it('excludes columns with persons, places or times by default, and always in anonymous sessions', () => {
    const rows = [
      ['participant', 'rt', 'Email', 'note', 'tag'],
      [who(1), '312', 'x', '203.0.113.9', 'abc'],
    ];
    const kept = (check: ReturnType<typeof surveyed>) =>
      check.columns.filter((one) => one.kept).map(({ name }) => name);
    expect(kept(surveyed(rows, [taker(1)], {}, ['abc']))).toEqual(['rt']);
    const all = { columns: new Set([1, 2, 3, 4]) };
    const named = surveyed(rows, [taker(1)], all, ['abc']);
    expect(kept(named)).toEqual(['rt', 'Email', 'note']);
    expect(named.faults).toEqual([{ line: null, column: 5, code: 'column_refused' }]);
    const anonymous = surveyed(rows, [taker(1, { privacy_level: 'anonymous' })], all, ['abc']);
    expect(kept(anonymous)).toEqual(['rt']);
    expect(anonymous.faults.map(({ column }) => column)).toEqual([3, 4, 5]);
  });

  it('has three header lines when Qualtrics wrote it', () => {
    const line = (...cells: string[]) => ({ cells, line: 1 });
    const first = [
      line('Q1', 'participant'),
      line('How are you?', 'participant'),
      line('{"ImportId":"QID1"}', '{"ImportId":"participant"}'),
    ];
    expect(csvHeaderOf(first)).toEqual({
      names: ['Q1', 'participant'],
      labels: ['How are you?', 'participant'],
      lines: 3,
    });
    expect(csvHeaderOf(first.slice(0, 2)).lines).toBe(1);
  });

  it('shortens names and replaces characters that a database refuses', () => {
    const [name] = csvHeaderOf([{ cells: ['😀'.repeat(200).slice(1)], line: 1 }]).names;
    expect(name).toHaveLength(300);
    expect(JSON.stringify(name)).not.toContain('\\ud');
    expect(shortFileName('a\0b\nc.csv')).toBe('a\ufffdb\ufffdc.csv');
    expect(shortFileName(' ')).toBe('data.csv');
  });

  it('accepts columns by number and by range', () => {
    const { places, areAllThere } = parseColumnIndexes('1-3,5,2', 4);
    expect([[...places], areAllThere]).toEqual([[0, 1, 2], false]);
    expect(parseColumnIndexes('1-4', 4).areAllThere).toBe(true);
    expect(parseColumnIndexes('1-9999,'.repeat(200) + '1', 4).places.size).toBe(4);
  });
});

describe('A row of external data', () => {
  it('needs a session when its participant may have several', () => {
    const again = taker(1, { exclusive: false });
    const both = [again, taker(1, { id: 'b', exclusive: false, session_id: sessions[1] ?? '' })];
    expect(peopleOf(both, 2).find(who(1), '')).toBe('ambiguous_participant');
    expect(peopleOf(both, 2).find(who(1), sessions[1])).toMatchObject({ id: 'b' });
    expect(peopleOf([again], 2).find(who(1), undefined)).toBe('ambiguous_participant');
    expect(peopleOf([again], 1).find(` ${who(1).toUpperCase()} `, 'first')).toBe(again);
    expect(peopleOf([taker(1)], 2).find(who(1), sessions[1])).toBe('unknown_participant');
  });

  it('of an anonymous session is matched from the next day on, and reveals no withdrawal of today', () => {
    const anonymous = { privacy_level: 'anonymous' } as const;
    const fresh = taker(1, { ...anonymous, day: today, last_day: today });
    expect(peopleOf([fresh]).find(who(1), undefined)).toBe('unknown_participant');
    const gone = taker(2, { ...anonymous, withdrawn_on: today });
    expect(peopleOf([gone]).hasWithdrawn(gone)).toBe(false);
    expect(peopleOf([taker(3, { day: today })], 1, false).find(who(3), undefined)).toBe(
      'unknown_participant',
    );
  });
});

describe('The type of a column of external data', () => {
  const kinds = (mayHaveCommas: boolean, ...rows: string[][]) => {
    const header = csvHeaderOf([{ cells: ['participant', 'rt', 'said'], line: 1 }]);
    const written = { encoding: 'utf-8', mayHaveCommas } as const;
    const survey = new CsvAnalysis(header, choice, peopleOf([]), new Set(), today, written);
    for (const [i, cells] of rows.entries()) survey.see({ cells, line: i + 2 });
    const { columns, faults } = survey.end();
    const uneven = faults.filter(({ code }) => code === 'uneven_row').map(({ line }) => line);
    return [columns.slice(1).map((one) => [one.type, one.decimal_comma]), uneven];
  };

  it('depends on all cells, and accepts a decimal comma only when commas do not separate cells', () => {
    const rows = [
      ['1', '0,5', 'TRUE'],
      ['2', '1,25', 'FALSE'],
    ];
    expect(kinds(true, ...rows)[0]).toEqual([
      ['number', true],
      ['text', false],
    ]);
    expect(kinds(false, ...rows)[0]).toEqual([
      ['text', false],
      ['text', false],
    ]);
    expect(kinds(false, ['1', '0.50', ''])[0]).toEqual([
      ['number', false],
      ['empty', false],
    ]);
  });

  it('is text when points may separate thousands beside decimal commas', () => {
    const check = (columns: ReadonlySet<number> | null) => {
      const header = csvHeaderOf([{ cells: ['participant', 'kg', 'rt'], line: 1 }]);
      const written = { encoding: 'utf-8', mayHaveCommas: true } as const;
      const survey = new CsvAnalysis(
        header,
        { ...choice, columns, leaveUnknown: true },
        peopleOf([]),
        new Set(),
        today,
        written,
      );
      for (const cells of [
        ['1', '70,5', '1.234'],
        ['2', '68', '987'],
      ])
        survey.see({ cells, line: 2 });
      return survey.end().faults;
    };
    expect(check(null)).toEqual([{ line: null, column: 3, code: 'thousands' }]);
    expect(check(new Set([1]))).toEqual([]);
  });

  it('treats missing cells at the end as empty, and cells beyond the header as a fault', () => {
    expect(kinds(false, ['1'], ['1', '2', '3', ''], ['1', '2', '3', '4'])[1]).toEqual([4]);
  });
});

describe('A column of external data', () => {
  it('is a number when each value is written as a number', () => {
    const of = (...cells: (string | null)[]) => typed(new TextOrNumberColumn(), cells);
    const typed = (column: TextOrNumberColumn, cells: (string | null)[]) => {
      for (const cell of cells) column.learn(cell);
      return [column.stats.type, cells.map((cell) => column.cellOf(cell))];
    };
    expect(of('1', null, '-2.5')).toEqual(['number', [1, undefined, -2.5]]);
    expect(of('0.50', '0.75')).toEqual(['number', [0.5, 0.75]]);
    expect(of('0,5', '0,75')).toEqual(['string', ['0,5', '0,75']]);
    expect(of('007', '1')).toEqual(['string', ['007', '1']]);
    expect(typed(new TextOrNumberColumn(true), ['0,5', null, '1,234'])).toEqual([
      'number',
      [0.5, undefined, 1.234],
    ]);
    expect(of('1', '2', 'x')).toEqual(['string', ['1', '2', 'x']]);
  });
});
