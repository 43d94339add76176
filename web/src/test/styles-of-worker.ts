/**
 * jsdom's style objects are shared by all test files of a worker, so what one file changes in them
 * is undone at its end.
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
