import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir, writeAtomic } from '../processes/state.mjs';

/**
 * @typedef {object} Mail
 * @property {string} id
 * @property {string} at the time of arrival, ISO 8601
 * @property {string} message_id
 * @property {string} from
 * @property {string[]} to
 * @property {string} subject
 * @property {string} text
 * @property {string} html
 * @property {Record<string, string>} headers
 * @property {{ name: string, type: string, base64: string }[]} [attachments] absent in mails that
 *   an earlier version stored
 */

/** How many mails the store keeps; when one more arrives, the store removes the oldest mail. */
const KEPT = 2_000;

/**
 * Keeps mails, the newest first, in memory and each in a file of its own, so that they survive a
 * restart. Without `dir`, it keeps them only in memory.
 */
export class MailStore {
  /** @param {string} [dir] */
  constructor(dir) {
    this.dir = dir && ensureDir(dir);
    /** @type {Mail[]} */
    this.mails = [];
    if (!this.dir) return;
    for (const file of readdirSync(this.dir)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()) {
      try {
        /** @type {unknown} */
        const mail = JSON.parse(readFileSync(join(this.dir, file), 'utf8'));
        this.mails.push(/** @type {Mail} */ (mail));
      } catch {
        // Skips a file that a crash has left incomplete.
      }
    }
  }

  /** Stores a mail with the present time. @param {Omit<Mail, 'id' | 'at'>} mail */
  add(mail) {
    const at = new Date();
    const kept = {
      id: `${at.getTime().toString(36)}-${randomBytes(6).toString('hex')}`,
      at: at.toISOString(),
      ...mail,
    };
    if (this.dir) writeAtomic(join(this.dir, `${kept.id}.json`), JSON.stringify(kept));
    this.mails.unshift(kept);
    for (const old of this.mails.splice(KEPT)) this.#forget(old);
    return kept;
  }

  /**
   * Lists the mails, newest first.
   * @param {{ to?: string | null }} [filter] to: one recipient's address
   */
  list({ to } = {}) {
    const wanted = to?.toLowerCase();
    return wanted
      ? this.mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === wanted))
      : this.mails;
  }

  /** @param {string} id */
  find(id) {
    return this.mails.find((mail) => mail.id === id);
  }

  clear() {
    for (const mail of this.mails.splice(0)) this.#forget(mail);
  }

  /** @param {Mail} mail */
  #forget(mail) {
    if (this.dir) rmSync(join(this.dir, `${mail.id}.json`), { force: true });
  }
}
