// Health check of a workers container, which serves no port: does PostgreSQL see the LISTEN
// connection of this container's relay?
const { Client } = require('pg');

async function relayListens() {
  const client = new Client({
    connectionString: process.env.DATABASE_URL,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
    application_name: 'commonlab-health',
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'commonlab-relay'
       AND datname = current_database() AND client_addr IS NOT DISTINCT FROM inet_client_addr()`,
    );
    return rowCount > 0;
  } finally {
    await client.end();
  }
}

relayListens().then(
  (listens) => process.exit(listens ? 0 : 1),
  () => process.exit(1),
);
