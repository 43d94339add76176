const deadlineMs = 10_000;

/**
 * Starts a program, and shuts it down within a deadline on SIGTERM and SIGINT, or when its parent
 * process disconnects (IPC). It notifies the parent process when it is ready. If the start fails,
 * it prints one line on standard error.
 * @param start starts the program and returns the function that stops it
 */
export function runProgram(start: () => Promise<() => Promise<unknown>>): void {
  let stop: (() => Promise<unknown>) | undefined;
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), deadlineMs).unref();
    Promise.resolve(stop?.()).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);
  start().then(
    (stopper) => {
      stop = stopper;
      if (ending) void stop().finally(() => process.exit(0));
      else process.send?.({ type: 'ready' });
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
}
