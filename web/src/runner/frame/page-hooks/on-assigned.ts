/**
 * Calls `assigned` when an object gets a property of this name for the first time. In this way our
 * scripts find the objects of a library without changing its code, since minifiers and bundlers
 * keep the names of properties.
 * @param assigned must define the property on the object, otherwise the assigned value is lost
 */
export function onPropertyAssigned(
  name: string,
  assigned: (on: object, value: unknown) => void,
): void {
  Object.defineProperty(Object.prototype, name, {
    configurable: true,
    get: () => undefined,
    set(this: unknown, value: unknown) {
      if (typeof this === 'object' && this !== null) assigned(this, value);
    },
  });
}

/** Defines a property as an assignment would; a frozen object stays as it is. */
export const assignProperty = (on: object, name: string, value: unknown): boolean =>
  Reflect.defineProperty(on, name, {
    configurable: true,
    enumerable: true,
    writable: true,
    value,
  });
