/**
 * Hears of each object to which something is assigned under a name that it does not have yet. The library's
 * own code stays as it is; minifiers and bundlers keep the names of properties.
 * @param assigned gives the object the property, or else the value is lost
 */
export function onAssigned(name: string, assigned: (on: object, value: unknown) => void): void {
  Object.defineProperty(Object.prototype, name, {
    configurable: true,
    get: () => undefined,
    set(this: unknown, value: unknown) {
      if (typeof this === 'object' && this !== null) assigned(this, value);
    },
  });
}

/** A property as an assignment makes it; an object that takes none stays as it is. */
export const assign = (on: object, name: string, value: unknown): boolean =>
  Reflect.defineProperty(on, name, {
    configurable: true,
    enumerable: true,
    writable: true,
    value,
  });
