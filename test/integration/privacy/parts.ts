import type { SeededRandom } from '../../support/chance/seeded';

/** What a person does in a session after enrolment. */
export interface ParticipationPlan {
  readonly talks: boolean;
  readonly actions: readonly ('start' | 'complete' | 'withdraw')[];
  /** Whether the study's code fails for this person; only in a study that is hosted here. */
  readonly fails: boolean;
  /** What the researcher records about the visit; only in a study on site. */
  readonly visit: readonly ('attend' | 'conclude' | 'no-show')[];
}

export const inRandomOrder = <T>(all: readonly T[], chance: SeededRandom): T[] =>
  all
    .map((one) => [chance.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

const completes: ParticipationPlan['actions'] = ['start', 'complete'];
const ends = [completes, completes, ['start', 'withdraw']] as const;
const starts = [...ends, ['start']] as const;
const any = [...starts, []] as const;
const visits = [['attend', 'conclude'], ['attend'], ['no-show']] as const;

/** The minimum number of participations of a hosted session that end. */
export const leastFinishedRuns = 6;

/**
 * Plans at random what `count` people do, in the order in which they come. Some plans are certain,
 * because the later checks need them:
 * - One person writes a message.
 * - In a hosted session, the first person does not finish, so that other people work at the same
 *   time. For at least two people who complete, the code of the study fails.
 * - In other sessions, at least one person completes.
 * - In each session, at least one person withdraws after the start, and every third visit of a study
 *   on site is concluded: both give credit.
 */
export function participationPlansOf(
  count: number,
  { is_hosted }: { is_hosted: boolean },
  chance: SeededRandom,
) {
  const one = (
    of: readonly ParticipationPlan['actions'][],
    more: Partial<ParticipationPlan> = {},
  ): ParticipationPlan => ({
    talks: chance.int(3) === 0,
    actions: of[chance.int(of.length)] ?? [],
    fails: chance.int(2) === 0,
    visit: [],
    ...more,
  });
  const some = (
    of: readonly ParticipationPlan['actions'][],
    n: number,
    more?: Partial<ParticipationPlan>,
  ) => Array.from({ length: n }, () => one(of, more));
  const leaves = one([['start', 'withdraw']]);
  const certain = is_hosted
    ? [...some([completes], 2, { fails: true }), leaves, ...some(ends, leastFinishedRuns - 3)]
    : [one([completes]), leaves];
  const first = is_hosted ? [one([['start']])] : [];
  const others = some(is_hosted ? starts : any, count - certain.length - first.length);
  const parts = [...first, ...inRandomOrder([...certain, ...others], chance)];
  const writer = chance.int(count);
  return parts.map((part, at) => ({
    ...part,
    talks: part.talks || at === writer,
    visit: visits[at % visits.length] ?? [],
  }));
}
