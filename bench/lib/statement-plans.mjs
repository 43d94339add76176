import { openSync, readSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Makes PostgreSQL log the plans of the server's statements while `work` runs.
 * @param {import('./benchmark-product.mjs').Setting} setting
 * @param {{ minDuration: string, verbose?: boolean }} options with `verbose`, PostgreSQL also logs
 *   the id of each statement
 * @param {(logged: (send: () => Promise<unknown>) => Promise<string>) => Promise<void>} work its
 *   parameter `logged` is a function that calls `send` and returns what PostgreSQL logged meanwhile
 */
export async function logQueryPlansDuring(setting, { minDuration, verbose = false }, work) {
  const server = new URL(setting.serverUrl).username;
  for (const [name, value] of Object.entries({
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': minDuration,
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_verbose': verbose ? 'on' : 'off',
  }))
    await setting.db.query(`ALTER ROLE ${server} SET ${name} = '${value}'`);
  try {
    // Ends the server's connections, since the settings take effect only on new ones.
    await setting.db.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
      [server],
    );
    await pause(1_000);
    await work(async (send) => {
      const from = statSync(setting.log).size;
      await send();
      await pause(100);
      const text = Buffer.alloc(statSync(setting.log).size - from);
      readSync(openSync(setting.log, 'r'), text, 0, text.length, from);
      return text.toString();
    });
  } finally {
    await setting.db.query(`ALTER ROLE ${server} RESET ALL`);
  }
}
