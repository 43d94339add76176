/**
 * All test files of a worker share jsdom's style objects. At the end of a test file, this function
 * undoes the changes that the file has made to them.
 */
export function keepStylesOfWorker(): void {
  const shared = [CSSStyleDeclaration.prototype, CSSStyleSheet.prototype].map(
    (prototype) => [prototype, Object.getOwnPropertyDescriptors(prototype)] as const,
  );
  afterAll(() => {
    for (const [prototype, before] of shared) {
      for (const name of Object.getOwnPropertyNames(prototype))
        if (!(name in before)) Reflect.deleteProperty(prototype, name);
      Object.defineProperties(prototype, before);
    }
  });
}
