import { parseParticipantCodeLines } from './coded-lines.rule';

const [a, b] = ['a'.repeat(31) + '1', 'b'.repeat(31) + '2'];

describe('Lines of participant codes and amounts', () => {
  it('are read from a CSV file with a heading, quotes and a byte order mark', () =>
    expect(
      parseParticipantCodeLines(
        `\uFEFF"participant","amount"\r\n"${a}","1.50"\r\n${b.toUpperCase()};2\r\n`,
        'EUR',
      ),
    ).toEqual({
      lines: [
        { line: 2, participant: a, amount: 150 },
        { line: 3, participant: b, amount: 200 },
      ],
      faults: [],
    }));
  it('are reported if they cannot be read', () =>
    expect(
      parseParticipantCodeLines(
        `abc 1\n${a} 0\n${a} 1,5\n${a} 2\n${b} 9999999\n=1+1,2\n${b}`,
        'EUR',
      ),
    ).toEqual({
      lines: [{ line: 3, participant: a, amount: 150 }],
      faults: [
        { line: 1, code: 'no_code' },
        { line: 2, code: 'no_amount' },
        { line: 4, code: 'twice' },
        { line: 5, code: 'too_big' },
        { line: 6, code: 'no_code' },
        { line: 7, code: 'no_amount' },
      ],
    }));
});
