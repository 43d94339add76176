import type { FrameMessage } from '../../messages';
import { NonFiniteNumbers } from '../diagnostics/non-finite-numbers';

type Row = Readonly<Record<string, unknown>>;
/**
 * Rows that lab.js' Transmit plugin sends: either the rows from the index `from` on, or, at the end
 * of the study, all rows.
 */
export interface LabJsPayload {
  readonly from: number;
  readonly rows: readonly Row[];
  readonly isAll: boolean;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Reads a field of lab.js' data. If lab.js sends the data as a form, each field is a JSON text. */
const opened = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

export function labJsPayloadOf(body: unknown): LabJsPayload | undefined {
  if (!isRow(body)) return undefined;
  const metadata = opened(body.metadata);
  const rows = opened(body.data);
  if (!isRow(metadata) || !Array.isArray(rows) || !rows.every(isRow)) return undefined;
  const { payload, slice } = metadata;
  if (payload !== 'incremental' && payload !== 'full') return undefined;
  const from = payload === 'incremental' && Number.isInteger(slice) ? Number(slice) : 0;
  return { from: Math.max(0, from), rows, isAll: payload === 'full' };
}

/**
 * Reads the message with all rows that lab.js' PostMessage plugin sends to the parent page at the
 * end of a study.
 */
export function labJsPayloadOfMessage(message: unknown): LabJsPayload | undefined {
  if (!isRow(message)) return undefined;
  return labJsPayloadOf({ metadata: message.metadata, data: message.raw ?? message.json });
}

const lab = { type: 'record', of: 'lab' } as const;

/**
 * Stores rows of lab.js as trials. lab.js sends many rows several times, but each row is stored
 * only once. If a row has changed, an amendment is stored.
 */
export class LabJsRows {
  /** For each row, by its index: the position of its trial, and the text that was stored. */
  private readonly known = new Map<number, { trial: number; text: string }>();

  private readonly notNumbers = new NonFiniteNumbers();

  constructor(private readonly send: (message: FrameMessage) => void) {}

  take({ from, rows }: LabJsPayload): void {
    for (const [i, row] of rows.entries()) {
      const text = JSON.stringify(row);
      const known = this.known.get(from + i);
      const trial = known?.trial ?? this.known.size;
      if (known?.text === text) continue;
      this.known.set(from + i, { trial, text });
      this.send(
        known
          ? { ...lab, kind: 'amend', data: `{"trial":${trial},"data":${text}}` }
          : { ...lab, kind: 'trial', data: text },
      );
      const data = this.notNumbers.eventOf(row, text, trial, !!known);
      if (data !== undefined) this.send({ type: 'record', kind: 'event', data });
    }
  }
}
