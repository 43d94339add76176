import type { PageAppearance } from '../messages';
import {
  livenessAtOpening,
  livenessStateAfter,
  livenessVerdictOn,
  type LivenessSign,
  type LivenessVerdict,
} from './life.rule';

const looks = (shown: PageAppearance['shown'], complete = true, idle = 0): LivenessSign => ({
  type: 'looks',
  looks: { shown, complete, idle },
});
const error: LivenessSign = { type: 'error' };
const painted: LivenessSign = { type: 'painted' };
const recorded: LivenessSign = { type: 'recorded' };

/**
 * Returns the verdict after each second.
 * @param signs what the page hears from the study, with the second in which it arrives
 */
function verdicts(
  signs: readonly (readonly [second: number, sign: LivenessSign])[],
  seconds = 120,
) {
  let life = livenessAtOpening(0);
  const told: LivenessVerdict[] = [];
  for (let second = 0; second < seconds; second++) {
    for (const [at, sign] of signs)
      if (at === second) life = livenessStateAfter(life, sign, at * 1_000);
    told.push(livenessVerdictOn(life, second * 1_000));
  }
  return told;
}
const first = (signs: readonly (readonly [number, LivenessSign])[], verdict: LivenessVerdict) =>
  verdicts(signs).indexOf(verdict);

describe('a study that does not start', () => {
  it.each([
    [
      'its code failed, and nothing is there',
      [
        [0, looks('nothing')],
        [1, error],
      ] as const,
      4,
    ],
    [
      'its script was blocked before the page was loaded',
      [
        [0, error],
        [2, looks('nothing')],
      ] as const,
      5,
    ],
    [
      'its code failed on a coloured page',
      [
        [0, looks('colour')],
        [1, error],
      ] as const,
      4,
    ],
    ['nothing is there, without any error', [[1, looks('nothing')]] as const, 13],
    ['it waits for a host that does not answer', [[0, looks('nothing', false)]] as const, 45],
    ['its page never comes', [] as const, 45],
  ])('is reported as not started: %s', (_, signs, second) => {
    expect(first(signs, 'not_started')).toBe(second);
    expect(first(signs, 'stuck')).toBe(-1);
  });
});

describe('a study that runs', () => {
  it.each([
    ['a canvas, a picture or words', [[0, looks('content')]] as const],
    ['a black screen', [[0, looks('colour')]] as const],
    [
      'words after eleven seconds',
      [
        [0, looks('nothing')],
        [11, looks('content')],
      ] as const,
    ],
    [
      'records alone, at a page without anything',
      [
        [0, looks('nothing')],
        [5, recorded],
      ] as const,
    ],
    [
      'blank screens between trials',
      [
        [0, looks('content')],
        [3, looks('nothing')],
        [60, looks('content')],
      ] as const,
    ],
    [
      'an error beside it',
      [
        [0, looks('content')],
        [2, error],
      ] as const,
    ],
    [
      'an error, and presses that change something',
      [
        [0, looks('content')],
        [2, error],
        [4, looks('content', true, 1)],
        [5, looks('content')],
      ] as const,
    ],
    [
      'an error, and records after it',
      [
        [0, looks('content')],
        [2, error],
        [4, looks('content', true, 3)],
        [6, recorded],
      ] as const,
    ],
    [
      'a white screen of half a minute, after an error that a record came after',
      [
        [0, looks('content')],
        [2, error],
        [4, recorded],
        [5, looks('nothing')],
        [35, looks('content')],
      ] as const,
    ],
    [
      'a white screen, after an error that other content came after',
      [
        [0, looks('content')],
        [2, error],
        [3, looks('nothing')],
        [4, looks('content')],
        [20, looks('nothing')],
      ] as const,
    ],
    [
      'a white screen, after an error of before there was anything',
      [
        [0, looks('nothing', false)],
        [1, error],
        [2, looks('content')],
        [20, looks('nothing')],
      ] as const,
    ],
    [
      'presses that change nothing, after an error that a record came after',
      [
        [0, looks('content')],
        [2, error],
        [3, recorded],
        [6, looks('content', true, 3)],
      ] as const,
    ],
    [
      'what the browser has drawn of a page in whose trees no script looks',
      [
        [0, looks('nothing')],
        [1, painted],
      ] as const,
    ],
    [
      'such a page, with an error before it was drawn',
      [
        [0, looks('nothing')],
        [1, error],
        [2, painted],
      ] as const,
    ],
  ])('is never reported as stopped: %s', (_, signs) => {
    expect(new Set(verdicts(signs))).toEqual(new Set(['fine']));
  });
});

describe('a study that stops in the middle', () => {
  it('is detected when its screen is empty after an error', () => {
    const signs = [
      [0, looks('content')],
      [5, recorded],
      [6, error],
      [6, looks('nothing')],
    ] as const;
    expect(first(signs, 'stuck')).toBe(16);
  });

  it('is detected when presses change nothing after an error', () => {
    const signs = [
      [0, looks('content')],
      [5, recorded],
      [6, error],
      [9, looks('content', true, 3)],
    ] as const;
    expect(first(signs, 'stuck')).toBe(21);
  });

  it('is detected after a later error, even if an earlier error did not stop it', () => {
    for (const before of [
      [[1, error]],
      [
        [3, error],
        [4, recorded],
      ],
    ] as const) {
      const signs = [
        ...([[0, looks('nothing')]] as const),
        ...before.filter(([at]) => at < 2),
        ...([[2, looks('content')]] as const),
        ...before.filter(([at]) => at > 2),
        ...([
          [20, error],
          [21, error],
          [21, looks('nothing')],
        ] as const),
      ];
      expect(first(signs, 'stuck')).toBe(31);
    }
  });

  it('is detected when presses change nothing after an error that preceded any content', () => {
    const signs = [
      [0, looks('nothing')],
      [1, error],
      [2, looks('content')],
      [9, looks('content', true, 3)],
    ] as const;
    expect(first(signs, 'stuck')).toBe(17);
  });

  it('is no longer reported after the study continues', () => {
    const signs = [
      ...([
        [0, looks('content')],
        [6, error],
        [6, looks('nothing')],
      ] as const),
      ...([
        [30, looks('content')],
        [31, recorded],
      ] as const),
    ];
    expect(verdicts(signs).at(25)).toBe('stuck');
    expect(verdicts(signs).at(30)).toBe('fine');
  });
});
