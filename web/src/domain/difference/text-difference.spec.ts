/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import fc from 'fast-check';
import {
  paragraphDifferenceOf,
  hasChangedPassage,
  type ComparedPassage,
  textDifference,
} from './text-difference';

const marked = (passages: readonly ComparedPassage[]) =>
  passages
    .map((one) =>
      one.kind === 'same'
        ? `(${one.paragraphs.length})`
        : one.pieces
            .map(({ kind, text }) =>
              kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`,
            )
            .join(''),
    )
    .join('|');
const between = (from: string, to: string, locale = 'en') =>
  marked(textDifference(from, to, locale));

describe('the difference between two texts', () => {
  test('marks changed words, and folds unchanged paragraphs', () => {
    expect(
      between(
        '# What you do\n\nYou name ten colours.\n\n# Your data\n\nThey stay here.',
        '# What you do\n\nYou name twenty colours and forms.\n\n# Your data\n\nThey stay here.',
      ),
    ).toBe('(1)|You name -ten-+twenty+ colours+ and forms+.|(2)');
  });

  test('marks an added or removed paragraph as a whole', () => {
    expect(between('One.\n\nTwo.', 'One.\n\nBetween.\n\nTwo.')).toBe('(1)|+Between.+|(1)');
    expect(between('One.\n\nTwo.', 'Two.')).toBe('-One.-|(1)');
  });

  test('compares a reworded paragraph with its new wording, whatever is added or removed next to it', () => {
    expect(
      between('They stay here.\n\nNobody else sees them.', 'They stay here for ten years.'),
    ).toBe('They stay here+ for ten years+.|-Nobody else sees them.-');
    expect(
      between(
        'You name ten colours.',
        'We pay 10 EUR.\n\nNobody is named.\n\nYou name six colours.',
      ),
    ).toBe('+We pay 10 EUR.\n\nNobody is named.+|You name -ten-+six+ colours.');
  });

  test('compares a split paragraph and two joined ones as one text', () => {
    const [one, two] = ['You may stop at any time.', 'Nobody will ask you why you did.'];
    expect(between(`${one} ${two}`, `${one}\n\n${two}`)).toBe(`${one}- -+\n\n+${two}`);
    expect(between(`${one}\n\n${two}`, `${one} ${two}`)).toBe(`${one}-\n\n-+ +${two}`);
  });

  test('shows neighbouring changed words as one change, and does not split an entirely new text into pieces', () => {
    expect(
      between('We keep it for two long years here.', 'We keep it for five short weeks here.'),
    ).toBe('We keep it for -two long years-+five short weeks+ here.');
    expect(between('The study is about sleep.', 'You may stop at any time.')).toBe(
      '-The study is about sleep.-+You may stop at any time.+',
    );
  });

  test('contains no Windows line ends and additional empty lines', () => {
    const passages = textDifference('One.\r\n\r\nTwo.  ', 'One.\n\n\n\nTwo.', 'en');
    expect(hasChangedPassage(passages)).toBe(false);
  });

  test('compares scripts without spaces by word, not as a whole', () => {
    expect(
      between(
        'あなたはいつでも参加をやめることができます。',
        'あなたはいつでも実験をやめることができます。',
        'ja',
      ),
    ).toBe('あなたはいつでも-参加-+実験+をやめることができます。');
  });

  test('becomes the first text without its additions, and the second without its removals', () => {
    const word = fc.constantFrom('you', 'look', 'at', 'ten', 'faces', ',', '.', ' ', 'ß', '日本');
    const paragraphs = fc.array(
      fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join('')),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(paragraphs, paragraphs, (from, to) => {
        const passages = paragraphDifferenceOf(from, to, null);
        const without = (kind: 'added' | 'removed') =>
          passages
            .map((one) =>
              one.kind === 'same'
                ? one.paragraphs.join('\n\n')
                : one.pieces.flatMap((piece) => (piece.kind === kind ? [] : piece.text)).join(''),
            )
            .filter((text) => text !== '')
            .join('\n\n');
        expect(without('added')).toBe(from.join('\n\n'));
        expect(without('removed')).toBe(to.join('\n\n'));
      }),
    );
  });

  test('between two texts of maximum length with nothing in common is found in limited time', () => {
    const long = (letter: string) =>
      Array.from({ length: 5_000 }, (_, i) => `${letter}${i % 977}`).join(' ');
    expect(textDifference(long('a'), long('b'), 'en')).toEqual([
      {
        kind: 'changed',
        pieces: [
          { kind: 'removed', text: long('a') },
          { kind: 'added', text: long('b') },
        ],
      },
    ]);
  });
});
