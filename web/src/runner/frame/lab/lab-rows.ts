import type { FrameMessage } from '../../messages';
import { NotNumbers } from '../diagnostics/non-finite-numbers';

type Row = Readonly<Record<string, unknown>>;
/** The data that lab.js' Transmit plugin sends: rows from an index on, or all of them at the end. */
export interface LabPayload {
  readonly from: number;
  readonly rows: readonly Row[];
  readonly isAll: boolean;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** In a form, each field is a JSON text. */
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

/** Reads the message that lab.js' PostMessage plugin posts to the page around: all rows, at its end. */
export function labMessageOf(message: unknown): LabPayload | undefined {
  if (!isRow(message)) return undefined;
  return labPayloadOf({ metadata: message.metadata, data: message.raw ?? message.json });
}

const lab = { type: 'record', of: 'lab' } as const;

/**
 * Stores rows of lab.js as trials: each once, however often it is sent; later changes are amendments.
 * lab.js sends the last rows again, and all of them at the end.
 */
export class LabRows {
  /** For the place of each row: the place of its trial, and the stored text. */
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
