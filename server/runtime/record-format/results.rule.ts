import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import { resultEventOf } from './result-event.rule';

type RunRecord = Pick<StoredRecord, 'seq' | 'kind' | 'data'>;

/*
 * Puts together the results of studies made for JATOS. Such a study sends a component's result
 * again and again, mostly with all that it sent before. The log contains only what was new each
 * time (web/src/runner/jatos-api/results.ts).
 */

/** A result text. The study may send it in thousands of segments, which are joined only once. */
class Piece {
  private readonly segments: string[] = [];
  private length = 0;

  constructor(private seq: number) {}

  add(text: string): void {
    this.segments.push(text);
    this.length += text.length;
  }

  addAll({ segments }: Piece): void {
    for (const text of segments) this.add(text);
  }

  /**
   * Shortens the piece to its first `keep` characters. From then on, the piece has the number of
   * the record that shortened it.
   */
  cut(keep: number, seq: number): void {
    this.seq = seq;
    while (this.length > keep) {
      const last = this.segments.pop() ?? '';
      this.length -= last.length;
      if (this.length < keep) this.add(last.slice(0, keep - this.length));
    }
  }

  asText(): RunRecord {
    return { seq: this.seq, kind: 'text', data: this.segments.join('') };
  }
}

/**
 * Appends all other pieces to the first piece, whose own text is not copied. Then shortens the
 * first piece to `keep` characters.
 */
function onePiece([first, ...others]: readonly Piece[], keep: number, seq: number): Piece {
  const piece = first ?? new Piece(seq);
  for (const one of others) piece.addAll(one);
  piece.cut(keep, seq);
  return piece;
}

/** Returns the text records that directly follow the record at index `at`, at most `most`. */
function textsBehind(records: readonly RunRecord[], at: number, most: number): RunRecord[] {
  let end = at + 1;
  while (end - at <= most && records[end]?.kind === 'text') end += 1;
  return records.slice(at + 1, end);
}

/**
 * Replaces the parts of each component's result by the final result. Parts that the study appended
 * stay separate texts. If the study replaced a result, only the new result stays. If a part could
 * not be stored, the texts and their events stay as they were sent.
 */
export function withFinalResults(records: readonly RunRecord[]): RunRecord[] {
  const others: RunRecord[] = [];
  /**
   * The pieces of a component's result, by component; undefined where a part of it was not stored.
   */
  const pieces = new Map<number, Piece[] | undefined>();
  for (let i = 0; i < records.length; i++) {
    const record = records[i] as RunRecord;
    const result = resultEventOf(record);
    if (!result) {
      others.push(record);
      continue;
    }
    const { component, keep, parts } = result;
    const texts = textsBehind(records, i, parts);
    const before = pieces.has(component) ? pieces.get(component) : [];
    const known = keep === 0 ? [] : before;
    if (texts.length < parts || !known) {
      others.push(record);
      // A part of this result was not stored. So the pieces before that part stay separate texts,
      // and later pieces are not joined to them.
      for (const piece of before ?? []) others.push(piece.asText());
      pieces.set(component, undefined);
      continue;
    }
    const seq = (texts[0] ?? record).seq;
    const piece = keep === null ? new Piece(seq) : onePiece(known, keep, seq);
    if (keep === null) known.push(piece);
    for (const { data } of texts) piece.add(data);
    pieces.set(component, keep === null ? known : [piece]);
    i += parts;
  }
  const results = [...pieces.values()].flatMap((all) => (all ?? []).map((piece) => piece.asText()));
  return [...others, ...results.filter(({ data }) => data !== '')].sort((a, b) => a.seq - b.seq);
}
