import { onPropertyAssigned } from '../frame/page-hooks/on-assigned';

/*
 * Observes PsychoJS from outside, so that the study's files stay unchanged. Two properties of
 * PsychoJS' objects have names that no other library uses, so assignments to them can be noticed.
 * One property contains the hosts to which PsychoJS sends its data (on any other host, it offers
 * the data to the person as a file). The other contains the rows of its data.
 */

const hostsName = '_hosts';
const rowsName = '_trialsData';
const isPavlovia = (host: unknown) =>
  typeof host === 'string' && /^https:\/\/(run\.)?pavlovia\.org\//.test(host);

const property = { configurable: true, enumerable: true } as const;

interface Around {
  /** The participant's pseudonym; empty in a preview. */
  readonly participant: string;
  /** Called with each row that PsychoJS adds to its data. */
  readonly onRow: (row: object) => void;
}

/** The PsychoJS of a page, as far as it is visible from outside. */
export class PsychoJsPage {
  /** The lists of rows; PsychoJS begins a new list whenever it clears its data. */
  readonly lists: (readonly object[])[] = [];
  isHere = false;
  /**
   * The value of `isCompleted` with which `quit` was called. True: the session ended. False: the
   * participant pressed Escape or cancelled a dialog. Null: the study passed no value, for which
   * PsychoJS sends false. Undefined: `quit` was not called.
   */
  quit: boolean | null | undefined;

  constructor(private readonly around: Around) {}

  /** Watches from now on. */
  watch(): void {
    onPropertyAssigned(hostsName, (on, value) => {
      const isPsychoJs = Array.isArray(value) && value.some(isPavlovia);
      if (isPsychoJs) this.hearQuit(on);
      Reflect.defineProperty(on, hostsName, {
        ...property,
        writable: true,
        value: isPsychoJs ? this.withHere(value) : value,
      });
    });
    onPropertyAssigned(rowsName, (on, value) => {
      let rows = this.heard(value);
      // PsychoJS begins a new list when it clears its data.
      Reflect.defineProperty(on, rowsName, {
        ...property,
        get: () => rows,
        set: (next: unknown) => void (rows = this.heard(next)),
      });
    });
  }

  /** Watches for calls of `quit`. The object that has the property for hosts is PsychoJS itself. */
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
   * Writes the pseudonym into the page's address, because PsychoJS does not ask the participant for
   * values that are in the address. So no participant types a name, and each row of the data
   * contains the pseudonym.
   */
  private sayParticipant(): void {
    const { participant } = this.around;
    const here = new URL(location.href);
    if (participant === '' || here.searchParams.has('participant')) return;
    here.searchParams.set('participant', participant);
    try {
      history.replaceState(history.state, '', here);
    } catch {
      // Some browsers do not let a page without an origin change its address. PsychoJS then asks
      // the participant for the values that it would have read from the address.
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
