import type { FrameMessage } from '../../messages';
import { NotNumbers } from '../diagnostics/non-finite-numbers';

type Row = Readonly<Record<string, unknown>>;
/** What lab.js' Transmit sends: rows from a place on, or at the end all of them. */
export interface LabPayload {
  readonly from: number;
  readonly rows: readonly Row[];
  readonly isAll: boolean;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** In a form, its fields are JSON. */
const opened = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

export function labPayloadOf(body: unknown): LabPayload | undefined {
  if (!isRow(body)) return undefined;
  const metadata = opened(body.metadata);
  const rows = opened(body.data);
  if (!isRow(metadata) || !Array.isArray(rows) || !rows.every(isRow)) return undefined;
  const { payload, slice } = metadata;
  if (payload !== 'incremental' && payload !== 'full') return undefined;
  const from = payload === 'incremental' && Number.isInteger(slice) ? Number(slice) : 0;
  return { from: Math.max(0, from), rows, isAll: payload === 'full' };
}

/** What its PostMessage says to the page around a study: all rows at its end. */
export function labMessageOf(message: unknown): LabPayload | undefined {
  if (!isRow(message)) return undefined;
  return labPayloadOf({ metadata: message.metadata, data: message.raw ?? message.json });
}

const lab = { type: 'record', of: 'lab' } as const;

/**
 * Rows of lab.js as records: each becomes a trial once, however often it is sent; what changed
 * afterwards is amended. lab.js sends the last rows again, and all of them at the end.
 */
export class LabRows {
  /** By the place of a row: that of its trial, and the text that is stored. */
  private readonly known = new Map<number, { trial: number; text: string }>();

  private readonly notNumbers = new NotNumbers();

  constructor(private readonly send: (message: FrameMessage) => void) {}

  take({ from, rows }: LabPayload): void {
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
