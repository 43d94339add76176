import { gradebookCsv } from './gradebook-csv.rule';

const line = {
  member_id: '',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.org',
  student_number: null,
  required: 200,
  earned: 5,
};

describe('gradebookCsv', () => {
  it('writes credits as decimals with a point, after a byte order mark', () => {
    expect(gradebookCsv({ day: '2026-12-01', lines: [line] })).toBe(
      '\ufeffname,email,student_number,required,earned\r\nAda Lovelace,ada@example.org,,2.00,0.05\r\n',
    );
  });

  it('writes no formula, whatever names and numbers say', () => {
    const lines = [
      { ...line, first_name: '=HYPERLINK("http://x")', last_name: '' },
      { ...line, first_name: '@SUM(A1)', student_number: '+1+1' },
      { ...line, first_name: '\t=1', student_number: '-2+3,"x"' },
    ];
    const csv = gradebookCsv({ day: '2026-12-01', lines });
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")",`);
    expect(csv).toContain(`'@SUM(A1) Lovelace,ada@example.org,'+1+1,`);
    expect(csv).toContain(`,"'-2+3,""x""",`);
    for (const row of csv.trimEnd().split('\r\n').slice(1)) expect(row).not.toMatch(/^[=+\-@\t]/);
  });
});
