import { participantActs } from './acts';
import type { Difference } from './compare';

/**
 * A difference between the two compared histories (worlds) that the test accepts: docs/privacy.md
 * says that an observer learns it at the moment of a step. `*` stands for anything.
 */
export interface AllowedDifference {
  /** Quoted from docs/privacy.md. */
  readonly sentence: string;
  /** The acts that may show this difference; by default all acts that change who takes part. */
  readonly acts?: readonly string[];
  /**
   * The places that may differ.
   * - `by`: the act that must make a difference at this place. A kind of session after the act
   *   means: only sessions of this kind show the difference.
   * - `text`: if given, only texts that match this expression may differ
   */
  readonly at: readonly (readonly [operation: string, path: string, by: string, text?: RegExp])[];
}

/** Acts that do not change who takes part, and so change no total. */
const within = [
  'sent records',
  'failed',
  'uploaded a file',
  'wrote a message',
  'gave the payment up',
];
const moves = Object.keys(participantActs).filter((name) => !within.includes(name));

const tiles = (operation: string, path: string): AllowedDifference['at'] => [
  [operation, `${path}.spots_available`, 'enrolled'],
  [operation, `${path}.version`, 'enrolled'],
  [operation, `${path}.counts.*`, 'enrolled'],
];
const deleted = 'had the data deleted';

export const allowedDifferences: readonly AllowedDifference[] = [
  {
    sentence: [
      "the free spots and the waitlist of the card; on the researcher's tile and page how many were",
      'offered a spot, enrolled, started, completed, withdrew or timed out, and the version number that',
      'counts their changes',
    ].join(' '),
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
      ['live pushes', '.events*', 'enrolled'],
    ],
  },
  {
    sentence: 'the size that a session may not get smaller than, which is their sum',
    at: [['PUT /api/sessions/{id}/', '.body.description', 'enrolled']],
  },
  {
    // The server reports a free spot together with the totals, and sends this message for sessions
    // without slots, too.
    sentence: 'and of slots, how many come',
    at: [['live slots.updated', '*', 'withdrew']],
  },
  {
    sentence: 'how many runs are open, finished and ended',
    at: [
      ['GET /api/sessions/{id}/runs/', '.body.totals.open', 'started hosted'],
      ['GET /api/sessions/{id}/runs/', '.body.totals.ended', 'withdrew hosted'],
      ['GET /api/sessions/{id}/runs/', '.body.totals.finished', 'completed hosted'],
      ['GET /api/studies/{id}/timing/', '.body.sessions[].not_counted', 'completed hosted'],
      ['GET /api/studies/{id}/exports/', '.body.items[].left_out.day_not_over', 'started hosted'],
      [
        'GET /api/study-exports/{id}/download/',
        '.files.*.json.left_out.day_not_over',
        'started hosted',
      ],
      [
        'GET /api/study-exports/{id}/download/',
        '.files.README.md[]',
        'started hosted',
        /\d+ runs? that (is|are) still open, or whose day is not over/,
      ],
      ['live runs.counted', '.running', 'started hosted'],
    ],
  },
  {
    sentence:
      "A return is answered by the state in which the day began, that the participant came, and what the study's server said itself",
    acts: ['started'],
    at: [
      ['POST /api/external-returns/server/', '.body.result', 'started external'],
      ['POST /api/external-returns/server/', '.body.reason', 'started external'],
      ['POST /api/external-returns/server/', '.body.state', 'started external'],
    ],
  },
  {
    sentence: "what the study's server sends is on the page of its returns at once, without a tag",
    acts: ['started'],
    at: [
      ['GET /api/sessions/{id}/external-returns/', '.body.arrived*', 'started external'],
      ['PUT /api/sessions/{id}/external-returns/', '.body.arrived*', 'started external'],
    ],
  },
  {
    sentence:
      'A message arrives at once, so a person who watches for it has its moment beside the tag',
    acts: ['wrote a message'],
    at: [
      ['GET /api/conversations/of-studies/', '.body.items*', 'wrote a message'],
      ['GET /api/conversations/unread/', '.body.of_studies', 'wrote a message'],
      ['GET /api/sessions/{id}/conversations/', '.body.items*', 'wrote a message'],
      ['GET /api/sessions/{id}/roster/{entry}/messages/', '.body.*', 'wrote a message'],
      ['POST /api/sessions/{id}/roster/{entry}/messages/', '.body.position', 'wrote a message'],
      ['mail', '*', 'wrote a message'],
    ],
  },
  {
    sentence: 'When a person has their data deleted, the run disappears from the list',
    acts: [deleted],
    at: [
      ['GET /api/sessions/{id}/runs/', '.body.*', `${deleted} hosted`],
      ['GET /api/sessions/{id}/conditions/', '.body.totals*', `${deleted} hosted`],
      ['GET /api/studies/{id}/variables/', '.body.*', `${deleted} hosted`],
      ['GET /api/runs/{id}/records/', '*', `${deleted} hosted`],
      ['GET /api/runs/{id}/files/', '*', `${deleted} hosted`],
      ['GET /api/runs/{id}/files/{sha256}/', '*', `${deleted} hosted`],
      ['GET /api/studies/{id}/exports/', '.body.items*', `${deleted} hosted`],
      ['GET /api/study-exports/{id}/download/', '.files.*', `${deleted} hosted`],
    ],
  },
];

const pattern = (path: string) =>
  new RegExp(`^${path.replace(/[.[\]{}()+?^$|\\/]/g, '\\$&').replaceAll('*', '.*')}$`);
const all = allowedDifferences.flatMap(({ at, acts: of = moves }) =>
  at.map(([operation, path, by, text]) => ({
    operation,
    path,
    by,
    text,
    of,
    matches: pattern(path),
  })),
);

/** Records the places where the test saw differences. */
export class DifferenceCoverage {
  private readonly seen = new Set<(typeof all)[number]>();

  isTold({ operation, path, one, other }: Difference, act: string): boolean {
    const at = path.replace(/\[\d+\]/g, '[]');
    const found = all.find(
      (place) =>
        place.of.includes(act) &&
        place.operation === operation &&
        place.matches.test(at) &&
        [one, other].every((text) => !place.text || place.text.test(String(text))),
    );
    if (found) this.seen.add(found);
    return found !== undefined;
  }
  /** Returns the allowed differences that these acts should have shown but did not. */
  unseen(played: readonly string[]): string[] {
    return all
      .filter(({ by }) => played.some((one) => one === by || one.startsWith(`${by} `)))
      .filter((one) => !this.seen.has(one))
      .map(({ operation, path, by }) => `${operation} ${path} by "${by}"`);
  }
}
