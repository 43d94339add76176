interface Options {
  /** After how many failed connections in a row the page reads by HTTP. */
  after?: number;
  /** Between two reads: at random between the two, so that all who lost the socket together do not ask together. */
  everyMs?: readonly [least: number, most: number];
  firstWithinMs?: number;
  /** Reads what is watched by HTTP. @returns whether the server answered */
  read: () => Promise<boolean>;
  /** Whether anything is watched, and the page is looked at. */
  isSeen: () => boolean;
  onChange: (readsByHttp: boolean) => void;
}

/**
 * Where no socket opens (a proxy that strips WebSockets), what is watched is read by HTTP twice to four times
 * a minute. It ends with the first socket that opens.
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
  /** Counts the ends: an answer that comes after one changes nothing. */
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
      const answered = await read();
      if (of !== round) return;
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
    /** The page is looked at again. */
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
