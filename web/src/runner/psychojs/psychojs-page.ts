import { onAssigned } from '../frame/page-hooks/on-assigned';

/*
 * Observes PsychoJS from outside, so that the study's own files stay unchanged. Its objects keep two values under names that no other
 * library uses, and that are noticed when they are assigned: the hosts to which it sends its data (on other hosts, it hands the data to
 * the person as a file), and the rows of its data.
 */

const hostsName = '_hosts';
const rowsName = '_trialsData';
const isPavlovia = (host: unknown) =>
  typeof host === 'string' && /^https:\/\/(run\.)?pavlovia\.org\//.test(host);

const property = { configurable: true, enumerable: true } as const;

interface Around {
  /** The participant's pseudonym; empty in a preview. */
  readonly participant: string;
  /** Called with each row of its data. */
  readonly onRow: (row: object) => void;
}

/** The PsychoJS of a page, as far as it is visible from outside. */
export class PsychoJsPage {
  /** The lists of its rows; it begins a new list whenever it clears its data. */
  readonly lists: (readonly object[])[] = [];
  isHere = false;
  /**
   * What its `quit` was called with: true means the end, false means Escape or a cancelled dialog. It is null if the study stated
   * neither, which PsychoJS sends as false, and undefined if `quit` was not called.
   */
  quit: boolean | null | undefined;

  constructor(private readonly around: Around) {}

  /** Watches from now on. */
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
      // PsychoJS begins a new list when it clears its data.
      Reflect.defineProperty(on, rowsName, {
        ...property,
        get: () => rows,
        set: (next: unknown) => void (rows = this.heard(next)),
      });
    });
  }

  /** The object that holds the hosts is PsychoJS itself. */
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
   * Writes the pseudonym into the address. PsychoJS does not ask participants for values that are in the address, so no participant types
   * a name instead of the pseudonym, and the file and each row contain the pseudonym.
   */
  private sayParticipant(): void {
    const { participant } = this.around;
    const here = new URL(location.href);
    if (participant === '' || here.searchParams.has('participant')) return;
    here.searchParams.set('participant', participant);
    try {
      history.replaceState(history.state, '', here);
    } catch {
      // Not every browser lets a page without an origin change its address; PsychoJS then asks for the value.
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
