/** How many milliseconds jest may take to exit after its last test. */
const LEAVE_WITHIN = 60_000;

/**
 * Fails the run if a test left a handle open. Without this, jest would wait forever; a forced exit
 * would hide the open handle.
 */
class LeakReporter {
  onRunComplete() {
    setTimeout(() => {
      process.stderr.write(
        `jest did not leave within ${LEAVE_WITHIN / 1000} s of its last test: a test left something open.\n`,
      );
      process.exit(1);
    }, LEAVE_WITHIN).unref();
  }
}

module.exports = LeakReporter;
