import type { Difference } from './compare';

/**
 * What docs/privacy.md says that an observer learns at the moment of a step, and in which answers: the
 * only differences between two worlds that the test lets pass. `*` stands for anything.
 */
export interface ToldAtOnce {
  /** Word for word in docs/privacy.md. */
  readonly sentence: string;
  /**
   * `by`: what a participant does that shows it for certain, in a session of this kind where one is named:
   * where it is played, the place must differ.
   */
  readonly at: readonly (readonly [operation: string, path: string, by: string])[];
}

const tiles = (operation: string, path: string): ToldAtOnce['at'] => [
  [operation, `${path}.spots_available`, 'enrolled'],
  [operation, `${path}.version`, 'enrolled'],
  [operation, `${path}.counts.*`, 'enrolled'],
];

export const toldAtOnce: readonly ToldAtOnce[] = [
  {
    sentence:
      "the free spots and the waitlist of the card; on the researcher's tile and page how many were offered a spot, enrolled, started, completed, withdrew or timed out, and the version number that counts their changes",
    at: [
      ['GET /api/studies/', '.body.items[].spots_available', 'enrolled'],
      ['GET /api/studies/', '.body.items[].participants', 'enrolled'],
      ['GET /api/studies/', '.body.items[].running.taken', 'enrolled'],
      ['GET /api/studies/{id}/', '.body.spots_available', 'enrolled'],
      ['PUT /api/studies/{id}/', '.body.spots_available', 'enrolled'],
      ...tiles('GET /api/sessions/', '.body.items[]'),
      ...tiles('GET /api/sessions/{id}/', '.body'),
      ...tiles('PUT /api/sessions/{id}/', '.body'),
      ...tiles('live session.availability', ''),
    ],
  },
  {
    sentence:
      "A return is answered by the state in which the day began, that the participant came, and what the study's server said itself",
    at: [
      ['POST /api/external-returns/server/', '.body.result', 'started external'],
      ['POST /api/external-returns/server/', '.body.reason', 'started external'],
      ['POST /api/external-returns/server/', '.body.state', 'started external'],
    ],
  },
  {
    sentence: "what the study's server sends is on the page of its returns at once, without a tag",
    at: [
      ['GET /api/sessions/{id}/external-returns/', '.body.arrived*', 'started external'],
      ['PUT /api/sessions/{id}/external-returns/', '.body.arrived*', 'started external'],
    ],
  },
  {
    // The rows of the matrix make slots there by the database; a session of this kind has none else.
    sentence: 'The list of who is expected is of the present',
    at: [['GET /api/sessions/{id}/attendance/', '.body.items[].state', 'started external']],
  },
  {
    sentence: 'how many runs are open, finished and ended',
    at: [
      ['GET /api/sessions/{id}/runs/', '.body.totals.open', 'started hosted'],
      ['live runs.counted', '.running', 'started hosted'],
    ],
  },
  {
    sentence: 'A message arrives at once, so whoever watches for it has its moment beside the tag',
    at: [
      ['GET /api/conversations/of-studies/', '.body.items*', 'wrote a message'],
      ['GET /api/conversations/unread/', '.body.of_studies', 'wrote a message'],
      ['GET /api/sessions/{id}/conversations/', '.body.items*', 'wrote a message'],
      ['GET /api/sessions/{id}/roster/{entry}/messages/', '.body.items*', 'wrote a message'],
    ],
  },
];

const pattern = (path: string) =>
  new RegExp(`^${path.replace(/[.[\]{}()+?^$|\\/]/g, '\\$&').replaceAll('*', '.*')}$`);
const all = toldAtOnce.flatMap(({ at }) =>
  at.map(([operation, path, by]) => ({ operation, path, by, matches: pattern(path) })),
);

/** The places whose differences were seen. */
export class Told {
  private readonly seen = new Set<(typeof all)[number]>();

  isTold({ operation, path }: Difference): boolean {
    const at = path.replace(/\[\d+\]/g, '[]');
    const found = all.find((one) => one.operation === operation && one.matches.test(at));
    if (found) this.seen.add(found);
    return found !== undefined;
  }
  /** Those that these acts should have shown, and did not. */
  unseen(played: readonly string[]): string[] {
    return all
      .filter(({ by }) => played.some((one) => one === by || one.startsWith(`${by} `)))
      .filter((one) => !this.seen.has(one))
      .map(({ operation, path, by }) => `${operation} ${path} by "${by}"`);
  }
}
