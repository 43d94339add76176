/*
 * Studies for JATOS use the promises of jQuery: `.done()`, `.fail()`, `.always()` beside `.then()`.
 */

type Handler = (value?: unknown) => unknown;

export interface Thenable {
  then(fulfilled?: Handler, rejected?: Handler): Promise<unknown>;
  catch(rejected: Handler): Promise<unknown>;
  done(...handlers: readonly (Handler | undefined)[]): Thenable;
  fail(...handlers: readonly (Handler | undefined)[]): Thenable;
  always(...handlers: readonly (Handler | undefined)[]): Thenable;
  promise(): Thenable;
  state(): 'pending' | 'resolved' | 'rejected';
}
export interface JQueryDeferred extends Thenable {
  resolve(value?: unknown): JQueryDeferred;
  reject(reason?: unknown): JQueryDeferred;
}

/**
 * Wraps a promise and adds the methods of jQuery's promises. A rejection without a handler stays
 * silent.
 */
export function thenable(real: Promise<unknown>): Thenable {
  let state: ReturnType<Thenable['state']> = 'pending';
  const settled = real.then(
    (value) => {
      state = 'resolved';
      return value;
    },
    (reason: unknown) => {
      state = 'rejected';
      throw reason;
    },
  );
  const each = (handlers: readonly (Handler | undefined)[]) => (value: unknown) => {
    for (const handler of handlers) handler?.(value);
  };
  const on = (fulfilled?: Handler, rejected?: Handler) => {
    // An error in a handler is an error of the study's code. It is thrown outside of the promise,
    // where the listeners for such errors notice it.
    settled.then(fulfilled, rejected ?? (() => undefined)).catch((error: unknown) =>
      setTimeout(() => {
        throw error;
      }),
    );
    return made;
  };
  const made: Thenable = {
    then: (fulfilled, rejected) => settled.then(fulfilled, rejected),
    catch: (rejected) => settled.catch(rejected),
    done: (...handlers) => on(each(handlers)),
    fail: (...handlers) => on(undefined, each(handlers)),
    always: (...handlers) => on(each(handlers), each(handlers)),
    promise: () => made,
    state: () => state,
  };
  settled.catch(() => undefined);
  return made;
}

/** Makes a promise that other code settles, as with `jQuery.Deferred()`. */
export function deferred(): JQueryDeferred {
  let resolve: (value: unknown) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const of = thenable(
    new Promise((fulfil, refuse) => {
      resolve = fulfil;
      reject = refuse;
    }),
  );
  const made: JQueryDeferred = Object.assign(of, {
    resolve: (value?: unknown) => {
      resolve(value);
      return made;
    },
    reject: (reason?: unknown) => {
      reject(reason);
      return made;
    },
  });
  return made;
}
