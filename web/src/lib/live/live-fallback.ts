interface Options {
  /** The number of failed connections in a row after which the page reads by HTTP. */
  after?: number;
  /**
   * The time between two reads, chosen at random between these limits. Many pages may lose their
   * sockets at the same moment, and should not all send their requests together.
   */
  everyMs?: readonly [least: number, most: number];
  firstWithinMs?: number;
  /**
   * Refetches by HTTP the data of the watched topics.
   * @param isOver whether a socket has opened in the meantime; its data is then newer
   * @returns whether the server answered
   */
  read: (isOver: () => boolean) => Promise<boolean>;
  /** Whether the page is visible and watches a topic. */
  isSeen: () => boolean;
  onChange: (readsByHttp: boolean) => void;
}

/**
 * Creates the fallback if no socket can be opened, for example because a proxy strips WebSockets:
 * the data of the watched topics is fetched by HTTP two to four times a minute, until a socket
 * opens.
 */
export function createHttpFallback({
  after = 2,
  everyMs = [15_000, 30_000],
  firstWithinMs = 3_000,
  read,
  isSeen,
  onChange,
}: Options) {
  let failures = 0;
  let isOn = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Increases whenever polling stops, so that answers to earlier requests are ignored. */
  let round = 0;

  const become = (next: boolean) => {
    if (next === isOn) return;
    isOn = next;
    onChange(next);
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), ms);
  };
  async function ask() {
    const of = round;
    if (isSeen()) {
      const isOver = () => of !== round;
      const answered = await read(isOver);
      if (isOver()) return;
      become(answered);
    }
    const [least, most] = everyMs;
    schedule(least + Math.random() * (most - least));
  }
  const stop = () => {
    round += 1;
    failures = 0;
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    isOn: () => isOn,
    failed() {
      failures += 1;
      if (failures === after) schedule(Math.random() * firstWithinMs);
    },
    /** Called when the page is visible again. */
    seen() {
      if (timer !== undefined && isSeen()) schedule(0);
    },
    connected() {
      stop();
      isOn = false;
    },
    stop,
  };
}
