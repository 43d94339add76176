import type { ExternalDataFault } from '../../../contracts/research-data/external-data-faults';
import {
  externalDataLimits,
  type ExternalDataCheck,
  type PersonalDataReason,
} from '../../../contracts/research-data/external-data';
import {
  columnsWithAmbiguousNumbers,
  ColumnKindDetector,
} from '../../../contracts/tables/column-kind.rule';
import type { ExternalParticipant } from '../../enrolment/participations/external-participants.read';
import type { CsvRow } from './csv-rows.rule';
import type { CsvHeader, CsvNotation } from './header.rule';
import type { MatchableParticipants } from './matchable-participants.rule';
import {
  redactStoredValue,
  personalDataInHeading,
  personalDataInValue,
} from './personal-columns.rule';

/** How many bytes of storage a row, and each cell, takes in addition to its text. */
export const storageOverheadBytes = { row: 64, cell: 4 } as const;

export interface CsvColumnChoice {
  /** The index, from 0, of the column with the participants' pseudonyms; null where the file has none. */
  readonly participant: number | null;
  readonly session: number | null;
  /** The indexes, from 0, of the columns that the caller chose; null where the caller chose none. */
  readonly columns: ReadonlySet<number> | null;
  /** Whether the file has all the chosen columns. */
  readonly areAllThere: boolean;
  readonly several: boolean;
  readonly leaveUnknown: boolean;
}
interface ColumnSeen {
  readonly name: string;
  reason: PersonalDataReason | null;
  values: number;
  /** How many bytes the column's texts have in the rows that will be stored. */
  bytes: number;
  /** How many parts of values were withheld because their session is anonymous. */
  withheld: number;
  readonly kind: ColumnKindDetector;
}
type Fault = Pick<ExternalDataCheck['faults'][number], 'line' | 'column' | 'code'>;
/** A row that will be stored, and the participation that it belongs to. */
export interface RowOfParticipation {
  readonly taker: ExternalParticipant;
  readonly cells: readonly string[];
}

/**
 * Analyses a file: reads its rows once and keeps only counts, statistics for each column and an entry for each
 * person. No row is kept.
 */
export class CsvAnalysis {
  private readonly columns: ColumnSeen[];
  private readonly found = new Map<ExternalParticipant, number>();
  private readonly faults: Fault[] = [];
  private more = 0;
  private rows = 0;
  private withdrawn = 0;
  private unknown = 0;
  private isAnonymous = false;

  constructor(
    private readonly header: CsvHeader,
    private readonly choice: CsvColumnChoice,
    private readonly people: MatchableParticipants,
    /**
     * The ids and tags of participations. Values of a file may not contain them, since they would
     * show which person on a roster a row belongs to.
     */
    private readonly onRosters: ReadonlySet<string>,
    private readonly today: string,
    private readonly written: CsvNotation = { encoding: 'utf-8', mayHaveCommas: false },
  ) {
    this.columns = header.names.map((name) => ({
      name,
      reason: personalDataInHeading(name),
      values: 0,
      bytes: 0,
      withheld: 0,
      kind: new ColumnKindDetector(written.mayHaveCommas),
    }));
    if (choice.participant === null) this.fault('no_participant_column');
    if (!choice.areAllThere) this.fault('unknown_column');
  }

  /**
   * Checks and counts a row.
   * @returns the row with its participation; undefined where it is left out or has an error
   */
  see({ cells, line }: CsvRow): RowOfParticipation | undefined {
    this.rows += 1;
    if (cells.slice(this.columns.length).some((cell) => cell.trim() !== ''))
      this.fault('uneven_row', line);
    const owner = this.ownerOf(cells, line);
    for (const [i, column] of this.columns.entries()) this.learn(column, i, cells[i] ?? '');
    if (!owner) return undefined;
    for (const [i, column] of this.columns.entries())
      column.bytes += Buffer.byteLength(cells[i] ?? '');
    const isAnonymous = owner.privacy_level === 'anonymous';
    this.isAnonymous ||= isAnonymous;
    if (isAnonymous)
      for (const [i, column] of this.columns.entries())
        if (column.reason === null && this.isChosen(i))
          column.withheld += redactStoredValue(
            column.name,
            cells[i] ?? '',
            this.daysOf(owner),
          ).count;
    return { taker: owner, cells };
  }

  private ownerOf(cells: readonly string[], line: number): ExternalParticipant | undefined {
    const { participant, session, several, leaveUnknown } = this.choice;
    if (participant === null) return undefined;
    const whose = this.people.find(
      cells[participant] ?? '',
      session === null ? undefined : cells[session],
    );
    if (typeof whose === 'string') {
      const isUnknown = whose !== 'ambiguous_participant';
      if (isUnknown) this.unknown += 1;
      if (!isUnknown || !leaveUnknown) this.fault(whose, line, participant);
      return undefined;
    }
    if (this.people.hasWithdrawn(whose)) {
      this.withdrawn += 1;
      return undefined;
    }
    const before = this.found.get(whose) ?? 0;
    this.found.set(whose, before + 1);
    if (before > 0 && !several) this.fault('doubled_participant', line, participant);
    return whose;
  }

  private learn(column: ColumnSeen, i: number, cell: string): void {
    if (cell === '') return;
    column.values += 1;
    column.kind.learn(cell);
    if (column.reason !== null || i === this.choice.participant) return;
    column.reason = this.onRosters.has(cell.trim().toLowerCase())
      ? 'roster'
      : personalDataInValue(cell);
  }

  daysOf({ day }: ExternalParticipant) {
    return { day, last_day: this.today };
  }

  private isKey(i: number): boolean {
    return i === this.choice.participant || i === this.choice.session;
  }
  private isChosen(i: number): boolean {
    return !this.isKey(i) && (this.choice.columns === null || this.choice.columns.has(i));
  }
  private isRefused({ reason }: Pick<ColumnSeen, 'reason'>): boolean {
    return reason === 'roster' || (reason !== null && this.isAnonymous);
  }

  private fault(code: ExternalDataFault, line: number | null = null, column: number | null = null) {
    if (this.faults.length >= externalDataLimits.listed) this.more += 1;
    else this.faults.push({ line, column: column === null ? null : column + 1, code });
  }

  /** The indexes, from 0, of the columns that will be stored. */
  get kept(): number[] {
    return this.columns.flatMap((column, i) => {
      const isWanted = this.isChosen(i) && (this.choice.columns !== null || column.reason === null);
      return isWanted && !this.isRefused(column) ? [i] : [];
    });
  }

  /** Whether the numbers of a column that will be stored have decimal commas. */
  hasDecimalComma(place: number): boolean {
    return this.columns[place]?.kind.kind.decimalComma ?? false;
  }

  /**
   * How many bytes of the owner's storage the rows use. Like the other numbers of the upload, this
   * number does not change when a participant withdraws.
   */
  get bytes(): number {
    const rows = [...this.found.values()].reduce((sum, one) => sum + one, 0);
    const { kept } = this;
    const texts = kept.reduce((sum, i) => sum + (this.columns[i]?.bytes ?? 0), 0);
    return texts + rows * (storageOverheadBytes.row + storageOverheadBytes.cell * kept.length);
  }

  /**
   * Returns the result of the analysis, after the last row.
   * @param broken the error that stopped the reading, if one did
   */
  end(broken?: Fault): Omit<ExternalDataCheck, 'faults' | 'fits'> & { faults: readonly Fault[] } {
    const kept = new Set(this.kept);
    for (const [i, column] of this.columns.entries())
      if (this.choice.columns?.has(i) && this.isRefused(column) && !this.isKey(i))
        this.fault('column_refused', null, i);
    for (const i of columnsWithAmbiguousNumbers(this.columns.map((column) => column.kind)))
      if (kept.has(i)) this.fault('thousands', null, i);
    if (!broken && this.rows === 0) this.fault('no_rows');
    if (!broken && this.rows > 0 && kept.size === 0) this.fault('no_columns_kept');
    const without = this.people.without(new Set(this.found.keys()));
    return {
      rows: this.rows,
      header_lines: this.header.lines,
      encoding: this.written.encoding,
      participant: numbered(this.choice.participant),
      session: numbered(this.choice.session),
      columns: this.columns.map(({ withheld: _, bytes: __, kind, ...column }, i) => ({
        number: i + 1,
        ...column,
        ...kindShown(kind),
        kept: kept.has(i),
        refused: this.isRefused(column),
      })),
      matched: [...this.found.values()].reduce((sum, rows) => sum + rows, 0),
      participants: this.found.size,
      withdrawn: this.withdrawn,
      unknown: this.unknown,
      withheld: this.columns.reduce((sum, one, i) => sum + (kept.has(i) ? one.withheld : 0), 0),
      without_row: without.length,
      // Sort the pseudonyms before the list is shortened: otherwise the pseudonyms that remain
      // could reveal who came first.
      missing: without
        .map(({ participant }) => participant)
        .sort()
        .slice(0, externalDataLimits.listed),
      faults: broken ? [broken, ...this.faults] : this.faults,
      more: this.more,
    };
  }
}

/**
 * Returns the type of a column as the check shows it. A column of true and false is shown as text,
 * because the server stores its values as text.
 */
const kindShown = ({ kind: { type, decimalComma } }: ColumnKindDetector) => ({
  type: type === 'boolean' ? ('text' as const) : type,
  decimal_comma: decimalComma,
});
const numbered = (place: number | null) => (place === null ? null : place + 1);
