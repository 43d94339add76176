import type { Commonlab } from '../frame/commonlab';
import type { BatchSession } from './batch-session';
import { thenable, type Thenable } from './deferred';
import { componentAddressOf, type CurrentComponent } from './description';
import { showOverlay } from '../overlay';
import type { ComponentResults } from './results';

type Callback = (value?: unknown) => unknown;
/** The name under which `studySessionData` is kept from one component to the next. */
export const studySessionDataKey = 'jatos.studySessionData';

/**
 * How long a page waits, at its end, for changes of the shared document, in milliseconds. It does
 * not wait longer, since that document is not part of the study's own data.
 */
const batchWaitMs = 10_000;

export const isFunction = (value: unknown): value is Callback => typeof value === 'function';

interface Wiring {
  readonly here: CurrentComponent;
  readonly commonlab: Commonlab;
  readonly results: ComponentResults;
  readonly batch: Pick<BatchSession, 'settled'>;
  /**
   * Returns the present session data. It is read each time, since the study may change the object
   * without calling any function.
   */
  readonly sessionData: () => unknown;
  readonly complain: (reason: unknown) => void;
}

/** Moves a study for JATOS from component to component, and ends it. */
export class ComponentFlow {
  /** Whether the page is about to change because the study requested it. */
  isLeaving = false;

  constructor(private readonly wiring: Wiring) {}

  keepSessionData(): void {
    const text = JSON.stringify(this.wiring.sessionData() ?? {});
    this.wiring.commonlab.memory.setItem(studySessionDataKey, text);
  }

  /** @param data the data that is added to the results before the page changes */
  goTo(position: number, data: unknown, onError: unknown): Thenable {
    const component = this.wiring.here.description.components[position - 1];
    const fault = !component
      ? `There is no component at position ${position}`
      : component.path === ''
        ? `The component “${component.title}” has no page`
        : this.isLeaving
          ? 'Another component is being started'
          : undefined;
    if (!component || fault !== undefined)
      return this.answered(Promise.reject(new Error(fault)), undefined, onError);
    this.isLeaving = true;
    const gone = this.stored(data).then(() => {
      this.keepSessionData();
      location.assign(componentAddressOf(component, position));
    });
    return this.answered(gone, undefined, onError);
  }

  /** Opens the next active component; after the last one, the study is over. */
  next(data: unknown, onError: unknown): Thenable {
    const { position, description } = this.wiring.here;
    const after = description.components.findIndex(({ active }, i) => active && i >= position);
    return after < 0 ? this.end({ data, onError }) : this.goTo(after + 1, data, onError);
  }

  last(data: unknown, onError: unknown): Thenable {
    const at = this.wiring.here.description.components.findLastIndex(({ active }) => active);
    return this.goTo(at + 1, data, onError);
  }

  /**
   * The study's success and its message are only stored as data, since the study does not decide
   * whether a participant is paid (docs/domain.md, 6).
   */
  end(said: {
    data?: unknown;
    successful?: boolean;
    message?: unknown;
    url?: unknown;
    onSuccess?: unknown;
    onError?: unknown;
  }): Thenable {
    const { successful = true, message = null, url } = said;
    this.isLeaving = true;
    const ended = this.stored(said.data).then(async () => {
      this.keepSessionData();
      const { commonlab } = this.wiring;
      await commonlab.event({
        type: 'end',
        successful,
        message: message ?? null,
        ...(url !== undefined && { url }),
      });
      commonlab.finish();
      if (!commonlab.isRun) showOverlay({ text: '■' });
    });
    return this.answered(ended, said.onSuccess, said.onError);
  }

  /**
   * Stops the study. The page around it asks the participant what should happen to the recorded
   * data.
   */
  abort(message: unknown, onSuccess?: unknown, onError?: unknown): Thenable {
    this.isLeaving = true;
    const { commonlab } = this.wiring;
    const stopped = commonlab.event({ type: 'abort', message: message ?? null }).then(() => {
      commonlab.stop();
      if (!commonlab.isRun) showOverlay({ text: '■' });
    });
    return this.answered(stopped, onSuccess, onError);
  }

  /**
   * Returns a promise with the methods of JATOS' promises, which also calls the given callbacks.
   */
  answered(real: Promise<unknown>, onSuccess?: unknown, onError?: unknown): Thenable {
    return thenable(real)
      .done(isFunction(onSuccess) ? onSuccess : undefined)
      .fail(isFunction(onError) ? onError : undefined, this.wiring.complain);
  }

  private async stored(data: unknown): Promise<void> {
    if (data !== undefined && data !== null) await this.wiring.results.append(data);
    await this.wiring.batch.settled(batchWaitMs);
  }
}
