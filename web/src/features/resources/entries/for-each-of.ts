/** How many requests run at the same time. */
const atOnce = 4;

export interface ForEachOutcome<T, R> {
  readonly done: readonly { readonly of: T; readonly result: R }[];
  readonly failed: readonly { readonly of: T; readonly error: unknown }[];
}

/**
 * Runs an action for each item, four at a time. If one action fails, the other actions still run.
 * @param onStep called after each action with the number of actions that have ended
 */
export async function runForEach<T, R>(
  all: readonly T[],
  act: (one: T) => Promise<R>,
  onStep: (behind: number) => void = () => undefined,
): Promise<ForEachOutcome<T, R>> {
  const left = [...all];
  const done: { of: T; result: R }[] = [];
  const failed: { of: T; error: unknown }[] = [];
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      try {
        done.push({ of: one, result: await act(one) });
      } catch (error) {
        failed.push({ of: one, error });
      }
      onStep(done.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { done, failed };
}
