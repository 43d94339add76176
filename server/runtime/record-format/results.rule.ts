import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import { resultOf } from './result-event.rule';

type RunRecord = Pick<StoredRecord, 'seq' | 'kind' | 'data'>;

/*
 * Results of studies made for JATOS. Such a study sends a component's result again and again, mostly
 * with all that it sent before; the log has only what was new each time (web/src/runner/jatos-api/
 * results.ts), and here the result is put together again.
 */

/** A result text in the segments in which the study sent it, possibly thousands: they are joined only once. */
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

  /** Keeps the first characters; the piece then counts as sent with this record. */
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

/** Joins the first characters of all pieces. They are appended to the first one, so that nothing is copied twice. */
function onePiece([first, ...others]: readonly Piece[], keep: number, seq: number): Piece {
  const piece = first ?? new Piece(seq);
  for (const one of others) piece.addAll(one);
  piece.cut(keep, seq);
  return piece;
}

/** The texts that follow directly after a record, up to a given number. */
function textsBehind(records: readonly RunRecord[], at: number, most: number): RunRecord[] {
  let end = at + 1;
  while (end - at <= most && records[end]?.kind === 'text') end += 1;
  return records.slice(at + 1, end);
}

/**
 * The records with each component's result as it was at the end: appended parts are separate texts, and a replacement
 * replaces all of it. If a part could not be stored, the texts and their events stay as they were sent.
 */
export function withResults(records: readonly RunRecord[]): RunRecord[] {
  const others: RunRecord[] = [];
  /** The pieces by component; undefined where a part of its text is unknown. */
  const pieces = new Map<number, Piece[] | undefined>();
  for (let i = 0; i < records.length; i++) {
    const record = records[i] as RunRecord;
    const result = resultOf(record);
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
      // The known pieces stay where they were; later ones cannot be put together with them.
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
