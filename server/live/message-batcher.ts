/**
 * The greatest size of one message in bytes. PostgreSQL allows 8,000 bytes in a notification, and
 * the adapter adds data to it.
 */
const mostBytes = 6_000;
const gatherMs = 5;

/**
 * Collects messages for a few milliseconds and sends them together, in their order: each sending
 * costs a statement of PostgreSQL, and work in every server.
 */
export class MessageBatcher<Item> {
  private items: Item[] = [];
  private bytes = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly send: (items: Item[]) => void) {}

  add(item: Item): void {
    const bytes = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (this.bytes + bytes > mostBytes) this.flush();
    this.items.push(item);
    this.bytes += bytes;
    this.timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { items } = this;
    this.items = [];
    this.bytes = 0;
    if (items.length > 0) this.send(items);
  }
}
