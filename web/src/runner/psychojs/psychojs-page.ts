import { onAssigned } from '../frame/page-hooks/on-assigned';

/*
 * PsychoJS, from outside: the study's own files stay as they are. Its objects keep what is needed here
 * under names of their own, which are seen when they are assigned: the hosts at which it sends its data
 * (else it hands them to the person as a file), and the rows of its data.
 */

const hostsName = '_hosts';
const rowsName = '_trialsData';
const isPavlovia = (host: unknown) =>
  typeof host === 'string' && /^https:\/\/(run\.)?pavlovia\.org\//.test(host);

const property = { configurable: true, enumerable: true } as const;

interface Around {
  /** The pseudonym; empty in a preview. */
  readonly participant: string;
  /** A row of its data is there. */
  readonly onRow: (row: object) => void;
}

/** What there is of PsychoJS in a page. */
export class PsychoJsPage {
  /** Its rows, as they were between two clearings. */
  readonly lists: (readonly object[])[] = [];
  isHere = false;
  /**
   * What its `quit` was given: true is the end, false is Escape or a dialog that was cancelled. Null where
   * the study said neither, which PsychoJS sends as false; undefined where `quit` was not called.
   */
  quit: boolean | null | undefined;

  constructor(private readonly around: Around) {}

  /** From now on. */
  watch(): void {
    onAssigned(hostsName, (on, value) => {
      const isPsychoJs = Array.isArray(value) && value.some(isPavlovia);
      if (isPsychoJs) this.hearQuit(on);
      Reflect.defineProperty(on, hostsName, {
        ...property,
        writable: true,
        value: isPsychoJs ? this.withHere(value) : value,
      });
    });
    onAssigned(rowsName, (on, value) => {
      let rows = this.heard(value);
      // It begins another list where it clears its data.
      Reflect.defineProperty(on, rowsName, {
        ...property,
        get: () => rows,
        set: (next: unknown) => void (rows = this.heard(next)),
      });
    });
  }

  /** The object that keeps the hosts is PsychoJS itself. */
  private hearQuit(on: { quit?: unknown }): void {
    const { quit } = on;
    if (typeof quit !== 'function') return;
    const value = (...given: unknown[]): unknown => {
      const [{ isCompleted } = {} as { isCompleted?: unknown }] = given as [
        { isCompleted?: unknown }?,
      ];
      this.quit = isCompleted === undefined || isCompleted === null ? null : Boolean(isCompleted);
      return Reflect.apply(quit, on, given) as unknown;
    };
    Object.defineProperty(on, 'quit', { value, configurable: true, writable: true });
  }

  private withHere(hosts: readonly unknown[]): unknown[] {
    this.isHere = true;
    this.sayParticipant();
    return [...hosts, new URL('.', location.href).href];
  }

  /**
   * PsychoJS asks no participant for what is in the address: so no participant types a name where the pseudonym
   * belongs, and the file and each row have it.
   */
  private sayParticipant(): void {
    const { participant } = this.around;
    const here = new URL(location.href);
    if (participant === '' || here.searchParams.has('participant')) return;
    here.searchParams.set('participant', participant);
    try {
      history.replaceState(history.state, '', here);
    } catch {
      // Not every browser lets a page without an origin change its address: then it asks.
    }
  }

  private heard(value: unknown): unknown {
    if (!this.isHere || !Array.isArray(value)) return value;
    const rows = value as object[];
    const { onRow } = this.around;
    rows.forEach(onRow);
    this.lists.push(rows);
    const push = (...added: object[]) => {
      const length = Array.prototype.push.apply(rows, added);
      added.forEach(onRow);
      return length;
    };
    Object.defineProperty(rows, 'push', { value: push, configurable: true, writable: true });
    return rows;
  }
}
